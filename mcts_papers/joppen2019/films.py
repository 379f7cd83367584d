"""A game of Zelda that O-MCTS played, as an animation.

The stored actions are played again when the animation is drawn. The agent's parameters are those that won most tuning
games of Zelda with the same number of calls per move, as in Table 1. If these games were not played, they are those
for the next smaller number of calls; without tuning games, `DEFAULT`.
"""

from mcts_lab.engine.random import stream
from mcts_lab.game import start
from mcts_lab.matches import Experiment, Task
from mcts_lab.matches.match import advance, play_game, spawned
from mcts_lab.players import SearchPlayer

from ..games.vgdl import score_of
from ..registry import Item
from .agents import agent
from .experiments import best_configurations
from .levels import make_game

SEED = 2019
GAME, NAME = "Zelda", "O-MCTS"
DEFAULT = 0.75, 10  # C and RL, from the middle of both grids
CALLS = {"quick": 20, "standard": 1000, "paper": 10_000}  # per move
MOVES = {"quick": 5}  # number of moves; other games end by the game's rules, after at most 2,000 ticks
CELL = 20  # pixels
MOST_FRAMES = 160  # of an animation; for longer games only every second move is shown, or every third ...


def tasks(budget):
    best, calls = best_configurations(budget), CALLS[budget]
    times = [time for game, time, name in best if (game, name) == (GAME, NAME) and time <= calls]
    c, rollout = best[GAME, max(times), NAME] if times else DEFAULT
    return [Task(NAME, {"agent": NAME, "calls": calls, "moves": MOVES.get(budget, 0), "c": c, "rollout": rollout})]


def play_one(task):
    """The actions of one game (one digit per action), its score and its winner."""
    p = task.parameters
    player = SearchPlayer(agent(NAME, p["c"], p["rollout"]), NAME, calls=p["calls"])
    row = play_game(make_game(GAME), [player], task.seed, limit=p["moves"], moves=True,
                    measure=lambda game, state: {"score": score_of(state), "winner": int(state.winner)})
    yield {"games": 1, "actions": "".join(str(move["action"]) for move in row["moves"]), "score": row["score"],
           "winner": row["winner"], "entropy": str(task.seed.entropy), "key": list(task.seed.spawn_key)}


FILMS = Experiment("joppen2019_films", tasks, play_one, SEED, "Joppen 2019: a game of Zelda by O-MCTS")


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


def film(results, budget):
    """Return the animation of the game."""
    import numpy as np

    from mcts_course.widgets.film import Film

    row = results[FILMS.name].iloc[0]
    seed = np.random.SeedSequence(int(row["entropy"]), spawn_key=tuple(int(n) for n in row["key"]))
    game, states = states_of(seed, row["actions"])
    ends = {-1: "is not over", 0: "is lost", 1: "is won"}[int(row["winner"])]
    words = (f"{NAME} with C {row['c']:g} and rollouts of {row['rollout']:g} plays {GAME}, {row['calls']:,} calls a "
             f"move: after {len(states) - 1:,} moves the game {ends}, with a score of {row['score']}.")
    return Film(game, states, alt=words, ms=100, width=int(game.tables[0].width) * CELL,
                every=-(-len(states) // MOST_FRAMES))


ITEM = Item("film_o_mcts", "animation", f"{GAME} by {NAME}", f"A game of {GAME}, level 3, by {NAME}, to its end.",
            film, (FILMS.name,),
            note="The picture is a link to a page on which you can play, pause and step through the game. The "
                 "parameters are those that were best in the tuning games.")
