"""A game as a film that can be stepped through in a notebook, and saved as a web page or an animated GIF.

    film = Film.of(game, players, seed=1)     # plays the game
    film                                      # in a notebook
    film.save("game.html")
"""

from pathlib import Path

from mcts_lab.engine.whole_files import writable, write_whole
from mcts_lab.game import copy, game_of
from mcts_lab.matches.match import play_game
from mcts_lab.views.captions import player_name
from mcts_lab.views.plots import board, style

from .boards import board_picture
from .model import Frame, Model
from .opening import Home
from .saved import animated, page
from .saved import save as save_model

MOST_FRAMES = 5000
WIDGETS = {"film": "Film"}


class Film(Model):
    """Positions of a game, one after the other, as the game draws them.

    states:    the positions in order
    captions:  a line of words for each position; None: the score or the moves from the position's text
    title:     None: the title of the game
    viewer:    the player whose view is drawn; None: everything is visible
    alt:       a description of the whole film
    every:     n keeps every n-th position, and the last one
    ms:        milliseconds that the GIF shows a position
    width:     width of the GIF in pixels

    Raises ValueError if there are no positions, or more than `MOST_FRAMES`.
    """

    unit = "position"
    slots = {"board": ""}
    beat = 300

    def __init__(self, game, states, captions=None, title=None, viewer=None, alt="", every=1, ms=120, width=480):
        states = list(states)
        if not states:
            raise ValueError("There are no states to show. Give at least one.")
        if captions is not None and len(captions) != len(states):
            raise ValueError(f"There are {len(captions)} captions for {len(states)} states. Give one caption for each "
                             "state.")
        self.game, self.viewer, self.alt, self.ms, self.width = game, viewer, alt, ms, width
        self.states = thinned(states, every)
        self.captions = None if captions is None else [str(caption) for caption in thinned(captions, every)]
        if len(self.states) > MOST_FRAMES:
            raise ValueError(f"{len(self.states):,} positions are too many; the limit is {MOST_FRAMES:,}. Show "
                             "fewer, for example every tenth with every=10.")
        self.title = title or game.facts().title
        self.about = alt

    @classmethod
    def of(cls, game, players, seed=None, *, viewer=None, every=1, limit=0, title=None):
        """Play a game and make a film of its positions.

        players:  one for each seat, as for `mcts_lab.matches.match.play_game`
        limit:    number of moves after which the game is stopped; 0: no limit
        """
        game = game_of(game)
        states, captions = [], ["start"]

        def watch(game, state, action):
            states.append(copy(game, state))
            captions.append(f"{len(states)}. {player_name(game, game.to_move(state))}: "
                            f"{game.action_name(state, action)}")

        def end(game, state):
            states.append(copy(game, state))
            return {}

        seated = [_Seat(player, watch if seat == 0 else None) for seat, player in enumerate(players)]
        play_game(game, seated, seed, limit=limit, measure=end)
        names = " - ".join(player.name for player in players)
        return cls(game, states, captions, title or f"{game.facts().title}: {names}", viewer, every=every)

    @classmethod
    def example(cls):
        from mcts_lab import games
        from mcts_lab.players.simple import RandomPlayer

        return cls.of(games.tic_tac_toe(), [RandomPlayer("one"), RandomPlayer("two")], seed=1)

    def __len__(self):
        return len(self.states) - 1

    def __repr__(self):
        return f"Film of {len(self.states):,} positions: {self.alt or self.title}"

    def frame(self, position):
        state = self.states[position]
        words = last_line(self.game, state) if self.captions is None else self.captions[position]
        return Frame(words, {"board": board_picture(self.game, state, self.viewer)})

    def shorter(self, frames):
        """Return a film with at most about `frames` of the positions."""
        return Film(self.game, self.states, self.captions, self.title, self.viewer, self.alt,
                    -(-len(self.states) // frames), self.ms, self.width)

    def page(self, title=None, home=None) -> str:
        """Return the film as a web page.

        title: None: the film's title
        home:  address and text of the link to the home page; None: no link
        """
        return page(self, len(self.states), title, home and Home(*home))

    def gif(self, dark=False) -> bytes:
        """Return the content of a GIF file that shows only the positions, without captions."""
        pictures = (self.game.svg_for(state, self.viewer, dark) for state in self.states)
        background = style.theme(dark).background
        return animated([board.pixels(one, self.width, background).convert("RGB") for one in pictures], self.ms)

    def save(self, path, **options) -> Path:
        """Write the film to a file: all positions as a page (.html) or GIF, or one of the other formats of widgets."""
        path = Path(path)
        if path.suffix == ".gif":
            write_whole(writable(path), self.gif(**options))
            return path
        return save_model(self, path, **({"frames": len(self.states)} if path.suffix == ".html" else {}) | options)


def last_line(game, state) -> str:
    """Return the last line of a position's text that mentions the score or a move; without one, the last line."""
    lines = [line for line in game.text(state).splitlines() if line.strip()]
    return next((line for line in reversed(lines) if "score" in line or "move" in line), lines[-1] if lines else "")


def thinned(things, every) -> list:
    """Return every `every`-th item of a list, and the last one."""
    if every < 1:
        raise ValueError(f"The parameter every must be at least 1, not {every}.")
    return things[::every] + ([things[-1]] if (len(things) - 1) % every else [])


class _Seat:
    """A player whose moves a second function can watch."""

    def __init__(self, player, watch):
        self.name, self._player, self._watch = player.name, player, watch
        self.choose = player.choose
        self.always_legal = getattr(player, "always_legal", False)

    def sit(self, game, seat, seed):
        player = self._player.sit(game, seat, seed) if hasattr(self._player, "sit") else self._player
        seated = _Seat(player, self._watch)
        watchers = [one for one in (getattr(player, "watch", None), self._watch) if one]
        if watchers:
            seated.watch = lambda game, state, action: [tell(game, state, action) for tell in watchers]
        return seated
