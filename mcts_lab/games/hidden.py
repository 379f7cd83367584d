"""What the games with hidden moves share: labels for what an observer cannot tell apart.

`seen_as` answers with a label for an action about to be played:

* who sees everything about the action, always its mover, gets a label of its own for each action *and* each thing he is
  told about its result (in phantom games: whether the cell was free);
* who sees that something happened, but not what, gets one label above all others of the game;
* who does not even notice gets `UNNOTICED`. Such an action leaves the observer where he was: a tree of what he sees has
  no edge for it.
"""

UNNOTICED = -1
