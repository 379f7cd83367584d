"""A position as each generation of a network evaluates it: the network alone, and a search that uses it.

    Generations()                     # the project's networks for Connect Four
    Generations(game, networks, {"the start": ()})
"""

from functools import lru_cache

from mcts_lab import games
from mcts_lab.game import legal_actions, position_after
from mcts_lab.textbook import alphazero, most_visited
from mcts_papers.studies.alphazero import advisor, shipped

from . import charts
from .boards import board_picture
from .model import Frame, Model, Setting

WIDGETS = {"generations": "Generations"}
POSITIONS = {  # positions of Connect Four, each as a list of moves
    "an empty board": (), "three in a column": (3, 4, 3, 4, 3), "two with room on both sides": (3, 3, 2, 2),
    "the other side of it": (3, 3, 2)}


class Generations(Model):
    """Evaluations of positions by networks: probabilities, value, and the visits of a search that uses the network.

    networks:   dict from a generation to its network, which has two heads; None: the project's networks
    positions:  dict from a name to the moves that lead to the position
    iterations: number of iterations of the search
    """

    unit = "generation"
    slots = {"board": "the position", "alone": "the network alone", "search": "its search"}

    def __init__(self, game=None, networks=None, positions=None, iterations=100):
        self.game, self.networks = game or games.connect_four(), networks or shipped()
        self.positions, self.iterations = positions or POSITIONS, iterations
        self.numbers, self.chosen = sorted(self.networks), next(iter(self.positions))
        self.title = "One position, seen by generation after generation"
        self.about = ("Alone: the probability that the network gives to each move. Its search: the visits of "
                      f"{iterations} iterations that ask the network and play nothing out.")
        self._seen = lru_cache(None)(self._asked)

    @classmethod
    def example(cls):
        from mcts_papers.two_heads import untrained

        return cls(games.connect_four(4, 4, 3), {n: untrained(32, 4, (8,), n) for n in (0, 1)}, {"start": ()}, 10)

    def __len__(self):
        return len(self.numbers) - 1

    def settings(self):
        return [Setting("chosen", "position", self.chosen, tuple((name, name) for name in self.positions))]

    def seen(self, number):
        """Return generation `number`'s value, its probabilities and visits by action, and the action played."""
        return self._seen(number, self.chosen)

    def _asked(self, number, chosen):
        state, ask = position_after(self.game, self.positions[chosen]), advisor(self.networks[number])
        root = alphazero(self.game, state, self.iterations, ask)
        visits = {child.action: child.visits for child in root.children}
        return *ask(self.game, state), visits, most_visited(root).action

    def frame(self, position):
        number, state = self.numbers[position], position_after(self.game, self.positions[self.chosen])
        worth, believed, visits, played = self.seen(number)
        names = {action: self.game.action_name(state, action) for action in legal_actions(self.game, state)}
        likely = max(believed, key=believed.get)
        said = f"would play {names[likely]} ({believed[likely]:.0%})"
        if believed[likely] - min(believed.values()) < 1e-3:
            said = "takes all moves to be equally likely"
        words = (f"Generation {number}: the network alone {said} and expects {worth:.2f} of a point; its search plays "
                 f"{names[played]}.")
        alone = [charts.Bar(name, round(believed[a], 2), marked=a == likely) for a, name in names.items()]
        search = [charts.Bar(name, visits[a], marked=a == played) for a, name in names.items()]
        return Frame(words, {
            "board": board_picture(self.game, state),
            "alone": charts.bars(alone, 1.0, "The network alone", "probability", width=195),
            "search": charts.bars(search, self.iterations, "Its search", "visits", width=195)})
