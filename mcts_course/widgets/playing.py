"""A game that a person plays against agents: whose turn it is, the possible actions, and the game so far."""

import threading
import time

from mcts_lab.game import CHANCE, TERMINAL, copy, game_of, legal_actions
from mcts_lab.players.search import SearchPlayer

from .model import Model
from .moments import Match
from .review import ITERATIONS, SECONDS, Review, solvable
from .thinker import Thinker
from .thoughts import thought_of

PATIENCE = 0.7  # seconds before the next move, so that one can see an opponent's card


class Playing(Model):
    """A person against an agent.

    game:      the game
    opponent:  a player (see `mcts_lab.players`); None: the first of `agents`; without agents, a person plays all seats
    seat:      the person's seat
    seed:      seed for chance and for the opponent; None: a random seed
    state:     state to begin with; None: the start of the game
    agents:    dict from a name to a player: more opponents to choose from; None: no more opponents
    background: True if the opponent thinks in a thread; None: only if someone watches the game, as on a stage

    The game so far is in `match`. Hidden information stays hidden from the person until the game is over. On a
    stage the opponent thinks in a thread; its visit counts are shown meanwhile, and it can be stopped. In Python,
    `choose` returns when it is the person's turn again. `back` shows an earlier position of the game, `undo`
    returns to it.

    When the game is over, `review` searches every position for longer than the opponent did.

    If a game has keys (see `Game.steering`), the person plays with them.
    """

    def __init__(self, game, opponent=None, seat=0, seed=None, state=None, agents=None, background=None):
        game = game_of(game)
        if opponent is None and agents:
            opponent = next(iter(agents.values()))
        else:
            agents = {getattr(opponent, "name", "opponent"): opponent, **(agents or {})} if opponent else {}
        self.game, self.opponent, self.seat = game, opponent, seat
        self.about_game = game.facts()
        if not 0 <= seat < self.about_game.players:
            raise ValueError(f"Seat {seat} does not exist, because {self.about_game.title} has the seats 0 to "
                             f"{self.about_game.players - 1}. Choose one of these.")
        self.agents, self.first = dict(agents), state
        self.watchers = []  # functions that are called after each change made in a thread
        self.lock = threading.RLock()
        self.thinker, self.live = Thinker(self.tell, self.lock), None  # live: results of the running search
        self.keys = game.steering() if self.about_game.players == 1 else {}
        self.reviewed = None
        self.match, self._background = Match(game, seed, state), False  # the first position is made without a thread
        self._continue()
        self._background = background

    @property
    def state(self):
        """Return the current state."""
        return self.match.state

    @property
    def actions(self) -> list:
        """Return the actions so far as pairs (name of the player, name of the action)."""
        return self.match.actions

    @property
    def busy(self) -> bool:
        """Return whether the opponent is thinking."""
        return self.thinker.busy

    def __len__(self):
        return len(self.match.moments) - 1

    def new(self):
        """Begin a new game."""
        self._cancel()
        self.match.begin()
        self._continue()

    def choose(self, action):
        """Play `action` for the person. Raises ValueError if it is not their turn, or the action is not legal."""
        if self.busy:
            raise ValueError("The opponent is thinking. Wait, or press stop.")
        if self.match.over:
            raise ValueError("The game is over. Start a new game.")
        if action not in legal_actions(self.game, self.state):
            raise ValueError(f"{action} is not a legal action here. Choose another action.")
        self.match.mark()
        self._make(action)
        self._continue()

    def undo(self):
        """Take back the person's last action and all later ones. Raises ValueError if there is none."""
        if not self.match.undoable:
            raise ValueError("There is no move to take back.")
        self._cancel()
        self.match.undo()
        self._position = len(self)

    def stop(self):
        """Stop the opponent's search, so that it plays the best action found so far; or end a review early."""
        if self.match.over:
            self.thinker.cancel()
        else:
            self.thinker.stop()

    @property
    def reviewable(self) -> bool:
        """Return whether the game is over and can be reviewed: two players, no chance and no hidden information."""
        return self.match.over and self.opponent is not None and solvable(self.game)

    def review(self, iterations=ITERATIONS, seconds=SECONDS):
        """Search all positions of the finished game for a long time, and go to the person's most costly move.

        iterations, seconds: limits of the search in each position, whichever comes first; seconds=None: no time limit

        Raises ValueError if the game is not over, or cannot be reviewed.
        """
        if not self.reviewable:
            raise ValueError("This game cannot be reviewed. Finish a two-player game against an opponent, without "
                             "chance and hidden information.")
        moments = self.match.moments
        self.reviewed = Review(self.game, [moment.state for moment in moments],
                               [name for _, name in self.match.actions], self.seat, iterations, seconds)
        self.thinker.run(self._look_back, bool(self.watchers) if self._background is None else self._background)

    def _look_back(self, wanted):
        found = self.reviewed
        while wanted() and not found.complete:
            found.step()
            self.tell()
        with self.lock:
            if wanted() and found.turn:
                self._position = found.turn.position

    def wait(self, seconds=60.0) -> bool:
        """Wait until the opponent has played, or at most `seconds`; return whether it has played."""
        return self.thinker.wait(seconds)

    # -- the course of the game -------------------------------------------------------------------------------------

    def _continue(self):
        """Let chance and the opponent act until it is the person's turn; if someone watches the game, in a thread."""
        self._position = len(self)
        if not self.persons_turn():
            background = bool(self.watchers) if self._background is None else self._background
            hides = not self.about_game.perfect_information
            self.thinker.run(lambda wanted: self._others(wanted, PATIENCE if background and hides else 0.0), background)

    def _others(self, wanted, pause):
        while wanted() and not self.persons_turn():
            player, thought = self.match.player, None
            if player == CHANCE:
                action = self.match.chance()
            else:
                action, thought = self._answer(player)
            with self.lock:
                if not wanted():
                    return
                self._make(action, thought)
            if pause and player != CHANCE and not self.persons_turn():
                self.tell()
                time.sleep(pause)

    def _answer(self, player):
        """Return the opponent's action, and the part of its search that may be shown."""
        seen, seed = copy(self.game, self.state), self.match.draw()
        if not hasattr(self.opponent, "search"):
            return int(self.opponent.choose(self.game, seen, seed)), None

        def look(result):
            self.live = thought_of(self.game, self.state, player, result, "")

        try:
            result = self.thinker.search(self.opponent, self.game, seen, seed, look)
        finally:
            self.live = None
        name = self.game.action_name(self.state, result.action)
        return int(result.action), thought_of(self.game, self.state, player, result, name)

    def _make(self, action, thought=None):
        self.match.make(action, self.viewer(self.match.player), thought)
        self._position = len(self)

    def _cancel(self):
        self.thinker.cancel()
        self.reviewed = None

    def tell(self):
        for watcher in self.watchers:
            watcher()

    # -- who and what -----------------------------------------------------------------------------------------------

    def persons_turn(self):
        player = self.match.player
        return player == TERMINAL or (player != CHANCE and (self.opponent is None or player == self.seat))

    def agent_name(self, agent=None):
        agent = agent or self.opponent
        return next(name for name, one in self.agents.items() if one is agent)

    def _iterations(self):
        player = self.opponent
        return player.budget.get("iterations") if isinstance(player, SearchPlayer) and not player.keep_tree else None

    def viewer(self, player):
        """Return the player whose view is shown: the person.

        If one person plays all seats, return the player to move, or None when the game is over.
        """
        if self.opponent is not None:
            return self.seat
        return None if player == TERMINAL else max(player, 0)
