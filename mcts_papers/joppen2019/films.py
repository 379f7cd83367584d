"""Games of Zelda that O-MCTS and other agents played, as animations.

The stored actions are played again when an animation is drawn. An agent's parameters are those that won most
tuning games of Zelda with the same number of calls per move, as in Table 1. If these games were not played, they
are those for the next smaller number of calls; without tuning games, `DEFAULT`.
"""

from mcts_lab.engine.random import stream
from mcts_lab.game import start
from mcts_lab.matches import Experiment, Task
from mcts_lab.matches.match import advance, play_game, spawned
from mcts_lab.players import SearchPlayer

from ..games.vgdl import score_of
from ..registry import Item
from .agents import SAMPLES, TUNED, agent, sample
from .experiments import best_configurations
from .levels import make_game
from .yolobot import Yolobot

SEED = 2019
GAME = "Zelda"
DEFAULT = 0.75, 10  # C and RL, from the middle of both grids
CALLS = {"quick": 20, "standard": 1000, "paper": 10_000}  # per move
MOVES = {"quick": 5}  # number of moves; other games end by the game's rules, after at most 2,000 ticks
AGENTS = (*TUNED, Yolobot.name, *SAMPLES)
CELL = 20  # pixels
MOST_FRAMES = 160  # of an animation; for longer games only every second move is shown, or every third ...


def tasks(budget):
    best, found = best_configurations(budget), []
    for name in AGENTS:
        parameters = {"agent": name, "calls": CALLS[budget], "moves": MOVES.get(budget, 0)}
        if name == Yolobot.name:
            parameters["player"] = Yolobot(CALLS[budget]).describe()
        elif name in TUNED:
            parameters["c"], parameters["rollout"] = configuration(best, name, CALLS[budget])
        found.append(Task(name, parameters))
    return found


def configuration(best, name, calls):
    """Return C and RL of an agent. best: the best configurations by (game, calls, agent)."""
    times = [time for game, time, agent in best if (game, agent) == (GAME, name) and time <= calls]
    return best[GAME, max(times), name] if times else DEFAULT


def player(name, calls, c=None, rollout=None):
    """Return an agent with `calls` calls per move, and with C and RL if it has these parameters."""
    if name == Yolobot.name:
        return Yolobot(calls)
    return SearchPlayer(sample(name) if name in SAMPLES else agent(name, c, rollout), name, calls=calls)


def play_one(task):
    """The actions of one game (one digit per action), its score and its winner."""
    p = task.parameters
    game = make_game(GAME)
    row = play_game(game, [player(p["agent"], p["calls"], p.get("c"), p.get("rollout"))], task.seed,
                    limit=p["moves"], moves=True,
                    measure=lambda game, state: {"score": score_of(state), "winner": int(state.winner)})
    yield {"games": 1, "actions": "".join(str(move["action"]) for move in row["moves"]), "score": row["score"],
           "winner": row["winner"], "entropy": str(task.seed.entropy), "key": list(task.seed.spawn_key)}


FILMS = Experiment("joppen2019_films", tasks, play_one, SEED, "Joppen 2019: a game of Zelda by each agent")


def states_of(seed, actions):
    """Return a game and its states, from its seed and its actions."""
    game = make_game(GAME)
    luck = spawned(spawned(seed), 1)  # the same seed as in `play_game` with one player
    state, rng = start(game, spawned(luck, 0)), stream(spawned(luck, 1))
    found = [state.copy()]
    for action in actions:
        advance(game, state, int(action), rng, compiled=False)
        found.append(state.copy())
    return game, tuple(found)


def film(name, results, budget):
    """Return the animation of an agent's game."""
    import numpy as np

    from mcts_course.widgets.film import Film

    frame = results[FILMS.name]
    found = frame[frame["agent"] == name]
    if not len(found):
        raise ValueError(f"No recorded game of {name} is stored yet. Record it with: mcts-lab run {FILMS.name}")
    row = found.iloc[0]
    seed = np.random.SeedSequence(int(row["entropy"]), spawn_key=tuple(int(n) for n in row["key"]))
    game, states = states_of(seed, row["actions"])
    ends = {-1: "is not over", 0: "is lost", 1: "is won"}[int(row["winner"])]
    tuned = f" with C {row['c']:g} and rollouts of {row['rollout']:g}" if name in TUNED else ""
    words = (f"{name}{tuned} plays {GAME}, {row['calls']:,} calls a move: after {len(states) - 1:,} moves the game "
             f"{ends}, with a score of {row['score']}.")
    return Film(game, states, alt=words, ms=100, width=int(game.tables[0].width) * CELL,
                every=-(-len(states) // MOST_FRAMES))


def film_o_mcts(results, budget):
    return film("O-MCTS", results, budget)


ITEM = Item("film_o_mcts", "animation", f"{GAME} by O-MCTS", f"A game of {GAME}, level 3, by O-MCTS, to its end.",
            film_o_mcts, (FILMS.name,),
            note="The picture is a link to a page on which you can play, pause and step through the game. The "
                 "parameters are those that were best in the tuning games.")
