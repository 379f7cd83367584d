"""The subcommands of ``mcts-lab``, one module each.

A module's docstring is the command's help, and it defines ``EXAMPLE`` (a command line to copy), ``add(parser)`` and
``run(arguments)``, which returns the exit status (None means 0). Modules import what they need inside ``run``.
"""

COMMANDS = ("list", "play", "figures", "report", "run", "conform", "bench")
