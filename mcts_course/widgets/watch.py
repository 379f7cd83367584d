"""Watch a search, one phase at a time: the board, the tree and the actions at the root in one view.

    Watch.of(games.connect_four(), iterations=60, seed=1)

or, for a search that was made with ``trace=True``: ``Watch(search)``.
"""

import math
from functools import lru_cache

from mcts_lab.engine.distinct import changed
from mcts_lab.game import game_of, start
from mcts_lab.search.mcts.nodes import BACK_UP, LOSS, PLAY_OUT, PROVEN, ROOT, SELECT
from mcts_lab.search.mcts.pruning import All
from mcts_lab.search.mcts.selection import UCB1
from mcts_lab.search.mcts.values import Mean
from mcts_lab.views.graph import default_perspective
from mcts_lab.views.replay import PHASES, Replay

from . import charts, playout_moves
from .boards import board_picture
from .model import Computes, Frame, Model, Question, Setting, whole
from .tree_picture import TreePicture
from .why_this_child import ROWS, why_picture

WIDGETS = {"watch": "Watch"}
MOST = 20_000  # maximum number of iterations
QUESTION = "The tree is descended from the start: which action there is the most urgent?"


class Watch(Model):
    """A search, phase by phase.

    search:   a `Search` made with ``trace=True``, its `Result`, or a `Replay`
    position: position of the first frame shown
    move_by_move: True: each move of a playout is a step, if playouts can be repeated from the trace; False: each phase
              is one step, and a playout is shown by its last position
    options:  options of `TreePicture`: ``top``, ``max_depth``, ``max_nodes``, to show more of the tree
    """

    unit = "phase"
    slots = {"board": "the position reached", "tree": "the tree", "bars": "the actions at the start",
             "why": "why this child?"}
    strip = PHASES
    made_anew = ("replay", "tree", "picture", "kids", "ends", "frame", "replayed")

    def __init__(self, search, position=0, move_by_move=False, **options):
        replay = search if isinstance(search, Replay) else Replay.of(search)
        search = search if hasattr(search, "method") else getattr(search, "search", None)
        self.method, self.seed = getattr(search, "method", None), getattr(search, "seed", None)
        self.game, self.state = replay.tree.game, replay.tree.root_state
        self.iterations, self.compiled = getattr(search, "iterations", 0), getattr(search, "compiled", False)
        self.asks = self.knows_bounds
        self.shows_playouts = playout_moves.can_be_shown(self.game, self.method)
        self.own_playout = self.shows_playouts and playout_moves.has_own(self.game, self.method)
        self.move_by_move = move_by_move
        if self.shows_playouts:
            self.strip = [f"{name}\n{line}" for name, line in zip(PHASES, playout_moves.running_lines(), strict=True)]
        self.title = f"Watch the search: {replay.tree.about.title}"
        self.about = "A box: action, visits, mean reward (0 loss, 1 win). Thick outlines are the principal variation."
        self.perspective = default_perspective(replay.tree)
        self.level = 0
        self.options = options
        self._show(replay)
        self._position = position

    @classmethod
    def example(cls):
        from mcts_lab import games

        return cls.of(games.tic_tac_toe(), iterations=12, seed=1)

    @classmethod
    def of(cls, game, state=None, method=None, iterations=60, seed=0, compiled=False, **options):
        """Search from `state` (None: the start) and watch the search.

        It is not compiled by default, because so few iterations do not need compiling.
        """
        game = game_of(game)
        from mcts_lab.search.mcts.search import UCT

        game = game.for_search()
        state = start(game, seed) if state is None else state
        return cls(searched(game, state, UCT() if method is None else method, iterations, seed, compiled), **options)

    @property
    def searches(self) -> bool:
        """Return whether the search can be repeated with other parameters."""
        return self.game is not None and self.method is not None and isinstance(self.seed, int)

    def computes(self):
        return Computes(self.game, {"watch": self.method}, trace=True) if self.searches else None

    def begin(self):
        self._show(traced(self.game, self.state, self.method, self.iterations, self.seed, self.compiled))

    def _show(self, replay):
        self.replay, self.tree = replay, replay.tree
        self.picture = TreePicture(self.tree, self.perspective, **self.options)
        self.kids = self.tree.child_nodes(ROOT)[:ROWS].tolist()
        self.replayed = lru_cache(8)(self._replayed)
        self.ends = self._ends()
        self.frame = lru_cache(64)(self._frame)
        self._position = 0

    def _ends(self):
        """Return the last position of each phase, after a 0 for the position before the first phase."""
        plays, ends, known = self.replay.events["plays"], [0], self.move_by_move and self.shows_playouts
        first = True
        for phase in self.replay.phases:
            moves = int(plays[phase.end - 1]) if known and phase.kind == PLAY_OUT else 1
            if first and moves > 1:
                first, known = False, len(self.replayed(len(ends))) == moves
            ends.append(ends[-1] + (max(moves, 1) if known else 1))
        return ends

    def at_phase(self, position) -> int:
        """Return how many phases have begun at `position`."""
        low, high = 0, len(self.ends) - 1
        while low < high:
            middle = (low + high) // 2
            if self.ends[middle] < position:
                low = middle + 1
            else:
                high = middle
        return low

    def __len__(self):
        return self.ends[-1]

    def landmarks(self):
        return [self.ends[mark - 1] + 1 for mark in self.replay.iterations()]

    def settings(self):
        found = []
        if self.searches:
            found = [Setting("iterations", "iterations", str(self.iterations)), Setting("seed", "seed", str(self.seed)),
                     *[Setting(name, name.split(".")[-1], f"{value:.4g}")
                       for name, value in parameters(self.method).items()]]
        deepest = max([box.depth for box in self.picture.boxes.values()])
        depths = tuple([(depth, str(depth)) for depth in range(max(deepest, 1))])
        found.append(Setting("level", "why, at depth", self.level, depths))
        if self.tree.convertible:
            choices = (("root", self.tree.player_name(self.tree.about.root_player)), ("mover", "each mover"))
            found.append(Setting("perspective", "rewards of", self.perspective, choices))
        if self.shows_playouts:
            found.append(Setting("move_by_move", "playouts", self.move_by_move,
                                 ((False, "at once"), (True, "move by move"))))
        return found

    def change(self, name, value):
        if name == "level":
            self.level = value
            self.frame.cache_clear()
        elif name == "perspective":
            self.perspective = value
            self.picture = TreePicture(self.tree, value, **self.options)
            self.frame.cache_clear()
        elif name == "move_by_move":
            phase = self.at_phase(self.position)
            self.move_by_move = value
            self.ends = self._ends()
            self.frame.cache_clear()
            self._position = self.ends[phase - 1] + 1 if phase else 0
        else:
            if name == "iterations":
                self.iterations = whole(value, 1, MOST, "the number of iterations")
            elif name == "seed":
                self.seed = whole(value, 0, 2**31, "the seed")
            else:
                self.method = with_parameter(self.method, name, value)
            self.begin()

    # -- one frame --------------------------------------------------------------------------------------------------

    def _frame(self, step):
        replay, position = self.replay, self.at_phase(step)
        now, phase = replay.at(position), replay.phase(position)
        path = replay.path(position)
        lit = replay.touched(position) if phase and phase.kind == BACK_UP else path if phase else []
        absent = replay.absent(position)
        visits = now.nodes["visits"]
        present = {n for n in self.picture.boxes if not isinstance(n, str) and (visits[n] > 0 or n in path)} - absent
        words, state = replay.sentence(position), self.tree.state(path[-1])
        moves = self.replayed(position) if phase and phase.kind == PLAY_OUT else []
        if moves:
            made = max(len(moves) - (self.ends[position] - step), 1)
            if made < len(moves):
                words = (f"Iteration {phase.iteration + 1}, playout, random play {made} of {len(moves)}: "
                         f"{self._named(moves, made, state)}.")
            state = moves[made - 1][1]
        parts = {
            "board": "" if state is None or self.tree.game is None else board_picture(self.tree.game, state),
            "tree": self.picture.draw(now, present, set(lit), path, self._note(phase), words),
            "bars": self._bars(now, path),
            "why": self._why(step, phase),
        }
        return Frame(words, {slot: part for slot, part in parts.items() if part}, self._question(step, phase),
                     (), phase.kind if phase else None)

    def _replayed(self, position):
        """Return the actions and positions of the playout in phase `position`, see `playout_moves.played`."""
        state, event = self.tree.state(self.replay.path(position)[-1]), self.replay.phases[position - 1].end - 1
        events = self.replay.events
        plays, words = int(events["plays"][event]), (events["first_word"][event], events["second_word"][event])
        if not self.shows_playouts or not plays or state is None:
            return []
        return playout_moves.played(self.game, state, words, plays, self.own_playout)

    def _named(self, moves, made, leaf) -> str:
        """Return the name of a move of a playout."""
        before = moves[made - 2][1] if made > 1 else leaf
        return str(self.game.action_name(before, moves[made - 1][0]))

    def _note(self, phase) -> str:
        if phase is None or phase.kind != PLAY_OUT:
            return ""
        events, last = self.replay.events, phase.end - 1
        return f"⇝ {int(events['plays'][last])} plays, reward {events['reward'][last]:.2f}"

    def _bars(self, now, path):
        visits, rewards = now.nodes["visits"], now.rewards(self.perspective)
        chosen = path[1] if len(path) > 1 else None
        rows = [charts.Bar(now.name(n), int(visits[n]), float(rewards[n]), marked=n == chosen) for n in self.kids]
        rest = self.tree.child_nodes(ROOT)[ROWS:]
        if len(rest):
            rows.append(charts.Bar(f"+{len(rest)} more", sum([int(visits[n]) for n in rest])))
        most = max([int(self.tree.nodes["visits"][n]) for n in self.kids])
        one = now.player(self.perspective)
        whose = now.player_name(int(now.nodes["mover"][self.kids[0]]) if one is None else one)
        return charts.bars(rows, most, "Visits and mean rewards of the actions at the start", "visits",
                           f"mean reward to {whose}")

    def _question(self, position, phase):
        """Ask which action at the start is selected, if the bounds show it; all with the highest bound are right."""
        if phase is None or phase.kind != SELECT or not self.knows_bounds:
            return None
        found, _ = self.candidates(position, 0)
        bound = {row["node"]: row["bound"] if row["visits"] else self.method.fpu for row in found if not row["lost"]}
        comes = next(row["node"] for row in found if row["chosen"])
        right = [comes] + [node for node in bound if node != comes and math.isclose(bound[node], bound[comes])]
        asked = list(dict.fromkeys([*self.kids, *right]))
        return Question(QUESTION, tuple([self.tree.name(n) for n in asked]), tuple([asked.index(n) for n in right]))

    # -- why this child ---------------------------------------------------------------------------------------------

    def candidates(self, position, level=None):
        """Return the children that selection compared in the iteration at `position`, and their parent's visits.

        `level` is the depth of the decision; None: the depth that is set. The children are a list of dicts, in the
        order of the picture: `node`, `name`, `visits`, `mean` (reward to the chooser), `bonus` and `bound` (NaN if
        the child was untried, or the trace is not enough for the rule), `chosen`, `lost` (True: proven lost, so not
        compared). The list is empty if no decision was made at this depth.
        """
        level = self.level if level is None else level
        position = self.at_phase(position)
        phase = self.replay.phase(position)
        path = self.replay.path(position)
        if phase is None or len(path) < level + 2:
            return [], 0
        parent, chosen = path[level: level + 2]
        before = self.replay.at(self.replay.iteration_start(phase.iteration) - 1)
        nodes, rewards = before.nodes, before.rewards("mover")
        n = int(nodes["visits"][parent])
        kids = sorted(self.tree.child_nodes(parent).tolist(), key=lambda c: c not in self.picture.boxes)
        known = self.knows_bounds
        found = []
        for child in kids:
            visits = int(nodes["visits"][child])
            bonus = self.method.selection.c * math.sqrt(math.log(n) / visits) if known and visits and n else math.nan
            mean = float(rewards[child])
            found.append({"node": child, "name": before.name(child), "visits": visits, "mean": mean, "bonus": bonus,
                          "bound": mean + bonus, "chosen": child == chosen,
                          "lost": nodes["status"][child] & PROVEN == LOSS})
        return found, n

    @property
    def knows_bounds(self) -> bool:
        """Return whether visits and means give the bounds: for UCB1 with mean rewards, if no children are pruned."""
        method = self.method
        return method is not None and isinstance(method.selection, UCB1) and isinstance(method.value, Mean) and (
            isinstance(method.pruning, All) and method.tree.nodes_are_states())

    def _why(self, position, phase):
        found, n = self.candidates(position)
        chooser = self.tree.player_name(int(self.tree.nodes["mover"][found[0]["node"]])) if found else ""
        return why_picture(found, n, self.knows_bounds, self.method, self.level, chooser)


def searched(game, state, method, iterations, seed, compiled):
    """Run a search with a trace and return it."""
    from mcts_lab.search.mcts.search import Search

    search = Search(game, state, method, seed=seed, compiled=compiled, trace=True)
    search.run(iterations)
    return search


def traced(game, state, method, iterations, seed, compiled) -> Replay:
    """Run a search and return its history."""
    return Replay.of(searched(game, state, method, iterations, seed, compiled))


def parameters(method) -> dict:
    """Return the numeric parameters of a method's components, as a dict from ``component.parameter`` to the value."""
    found = {}
    for slot, part in zip(method._fields, method, strict=True):
        if isinstance(part, tuple):
            for name, value in zip(part._fields, part, strict=True):
                if isinstance(value, float):
                    found[f"{slot}.{name}"] = value
    return found | ({"fpu": method.fpu} if method.fpu < math.inf else {})  # if infinite, fpu is not in the code


def with_parameter(method, path, text):
    """Return the method with a parameter changed. Raises ValueError for a negative number, or other text."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise ValueError(f"{path.rpartition('.')[2]} cannot be {text!r}. Use a number of at least 0.")
    return changed(method, path, value)
