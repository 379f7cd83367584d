"""A whole game to scrub through: in a notebook, and as one self-contained web page.

    replay = record(game, players, seed=1)
    replay                       # in a notebook
    replay.save("game.html")     # for everybody

Any game that can draw itself can be replayed. The page has a slider and buttons, works with the keyboard (arrow keys,
Home and End; the space bar lets it run), tells screen readers what was played, and fetches nothing from anywhere.
"""

from __future__ import annotations

import html
from pathlib import Path
from typing import NamedTuple

from ..experiments.match import play_game
from ..game import CHANCE, action_name, copy, facts, svg_for, to_move
from .film import stepping

MOST_FRAMES = 5000


class Frame(NamedTuple):
    """A position, and what was played to reach it."""

    picture: str  # SVG
    words: str


class GameReplay:
    """The frames of a game, from the start to the end."""

    def __init__(self, title, frames, dark=False):
        if not frames:
            raise ValueError("A replay needs at least one position.")
        self.title, self.frames, self.dark = title, list(frames), dark

    def __len__(self):
        return len(self.frames)

    def __repr__(self):
        return f"GameReplay({self.title}, {len(self)} positions)"

    def html(self) -> str:
        """Return the page."""
        return stepping([frame.picture for frame in self.frames], [frame.words for frame in self.frames], self.title,
                        self.dark, "slow")

    def save(self, path) -> Path:
        """Write the page to a file; returns its path."""
        path = Path(path)
        path.write_text(self.html(), encoding="utf-8")
        return path

    def _repr_html_(self):
        return (f'<iframe title="{html.escape(self.title, quote=True)}" style="width:100%;height:720px;border:0" '
                f'srcdoc="{html.escape(self.html(), quote=True)}"></iframe>')


def record(game, players, seed=None, *, viewer=None, every=1, dark=False, limit=0, title=None) -> GameReplay:
    """Play a game and keep its positions.

    players  one for each seat, as for `mcts_lab.experiments.match.play_game`
    viewer   whose view is drawn; None: the whole truth
    every    keep only every so many-th position, and the last one, at least 1
    limit    plays after which the game is broken off; 0: never
    Raises ValueError for a game that cannot draw itself, and where there would be more than `MOST_FRAMES` positions.
    """
    if every < 1:
        raise ValueError(f"every must be at least 1, not {every}")
    watcher = _Watcher(game, viewer, every, dark)
    seated = [_Seat(player, watcher if seat == 0 else None) for seat, player in enumerate(players)]
    last = {}
    play_game(game, seated, seed, limit=limit, measure=lambda game, state: last.update(state=copy(game, state)) or {})
    watcher.add(last["state"], force=True)
    names = " - ".join(player.name for player in players)
    return GameReplay(title or f"{facts(game).title}: {names}", watcher.frames, dark)


class _Watcher:
    """Keeps the positions of a game as it is played."""

    def __init__(self, game, viewer, every, dark):
        self.game, self.viewer, self.every, self.dark = game, viewer, every, dark
        self.frames, self.words, self.seen = [], "start", 0

    def watch(self, state, action):
        self.add(state)
        mover = to_move(self.game, state)
        names = facts(self.game).player_names
        who = "chance" if mover == CHANCE else names[mover] if names else f"player {mover + 1}"
        self.words = f"{self.seen}. {who}: {action_name(self.game, state, action)}"

    def add(self, state, force=False):
        if force or self.seen % self.every == 0:
            if len(self.frames) >= MOST_FRAMES:
                raise ValueError(f"This game has more than {MOST_FRAMES:,} positions: keep fewer with every=.")
            self.frames.append(Frame(svg_for(self.game, state, self.viewer, self.dark), self.words))
        self.seen += 1


class _Seat:
    """A player, who may be accompanied by a watcher."""

    def __init__(self, player, watcher):
        self.name, self._player, self._watcher = player.name, player, watcher
        self.choose = player.choose
        self.always_legal = getattr(player, "always_legal", False)

    def sit(self, game, seat, seed):
        player = self._player.sit(game, seat, seed) if hasattr(self._player, "sit") else self._player
        seated = _Seat(player, self._watcher)
        watchers = [one for one in (getattr(player, "watch", None), self._told if self._watcher else None) if one]
        if watchers:
            seated.watch = lambda game, state, action: [tell(game, state, action) for tell in watchers]
        return seated

    def _told(self, game, state, action):
        self._watcher.watch(state, action)
