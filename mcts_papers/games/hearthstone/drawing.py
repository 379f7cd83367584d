"""The table as a picture: minions as tiles with attack and health, hands as rows of cards, heroes with their mana.

A thick frame is Taunt, a second frame is Divine Shield, and a pale tile is Stealth. A minion with "z z" cannot attack
yet; a minion with a green line can attack now. A tile shows the card's text when you point at it.
"""

import re
from xml.sax.saxutils import escape

from mcts_lab.appearance import Appearance
from mcts_lab.games.drawing.board_svg import Canvas

from . import cards as c
from .choices import cost_of
from .state import NO_CARD, PLAYERS, RUNNING, attack_of, hero_attack, minion_can_attack, most_hp
from .words import card_name, explain, headline, sees_hand

WIDTH, HEIGHT = 17.0, 12.6
TILE, TALL = 2.0, 1.75  # width and height of a minion
CARD, CARD_TALL = 1.58, 1.55  # width and height of a card in a hand
SMALL = 0.235  # size of the smallest letters: 11 pixels where the table is 820 wide


def rows_of(name, letters=10):
    """Return a name on up to three lines. A word that is too long is divided."""
    lines = [""]
    for word in re.sub(r"\b(\w{8})(\w{5,})", r"\1- \2", name).split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > letters:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines[:3]


def number(canvas, x, y, value, kind):
    canvas.disc(x, y, 0.27, kind, f"{kind} edge", 0.03)
    canvas.label(x, y, value, canvas.ink_on(kind), 0.3, bold=True)


def label_rows(canvas, x, y, name, size=0.27, colour="ink"):
    lines = rows_of(name)
    for i, line in enumerate(lines):
        canvas.label(x, y + 1.17 * size * (i - (len(lines) - 1) / 2), line, colour, size)


def titled(canvas, words, draw):
    """Draw something that shows a text when one points at it."""
    canvas.parts.append(f"<g><title>{escape(words)}</title>")
    draw()
    canvas.parts.append("</g>")


def owner_of(state, place):
    """Return the player on whose board a minion is."""
    first = state.players[0]
    return 0 if place in first.board[: int(first.board_size)] else 1


def draw_minion(canvas, game, state, place, x, y):
    minion = state.minions[place]
    keywords = int(minion.keywords)
    taunt = keywords & c.TAUNT
    canvas.rectangle(x, y, TILE, TALL, "hole" if keywords & c.STEALTH else "cell", "ink" if taunt else "grid",
                     0.12 if taunt else 0.03, corner=0.2)
    if keywords & c.DIVINE_SHIELD:
        canvas.rectangle(x + 0.12, y + 0.12, TILE - 0.24, TALL - 0.24, None, "second edge", 0.06, corner=0.15)
    label_rows(canvas, x + TILE / 2, y + 0.65, card_name(game, minion.card))
    number(canvas, x + 0.32, y + TALL - 0.32, int(attack_of(game, minion)), "second")
    damaged = minion.hp < most_hp(minion)
    number(canvas, x + TILE - 0.32, y + TALL - 0.32, int(minion.hp), "first" if damaged else "cool")
    if state.status == RUNNING and owner_of(state, place) == state.active and minion_can_attack(game, minion):
        canvas.line(x + 0.75, y + TALL - 0.25, x + TILE - 0.75, y + TALL - 0.25, "felt", 0.09)
    elif keywords & c.SICK:
        canvas.label(x + TILE / 2, y + TALL - 0.28, "z z", "grid", 0.24)
    if keywords & c.SILENCED:
        canvas.line(x + 0.35, y + 0.65, x + TILE - 0.35, y + 0.65, "first", 0.05)


def draw_board(canvas, game, state, side, y):
    player = state.players[side]
    n = int(player.board_size)
    left = (WIDTH - n * (TILE + 0.2) + 0.2) / 2
    for i, place in enumerate(player.board[:n]):
        card = int(state.minions[int(place)].card)
        words = f"{card_name(game, card)}: {explain(game, card) or 'no text'}"
        titled(canvas, words, lambda place=int(place), i=i: draw_minion(canvas, game, state, place,
                                                                       left + i * (TILE + 0.2), y))


def draw_card(canvas, game, state, side, i, x, y):
    player = state.players[side]
    cost = int(cost_of(game, state, side, i))
    ready = side == state.active and state.status == RUNNING and cost <= player.mana
    canvas.rectangle(x, y, CARD, CARD_TALL, "cell", "felt" if ready else "grid", 0.07 if ready else 0.03, corner=0.15)
    label_rows(canvas, x + CARD / 2, y + 0.98, card_name(game, player.hand[i]), SMALL)
    number(canvas, x + 0.3, y + 0.3, cost, "cool")
    row = game.book[0].cards[int(player.hand[i])]
    if row.kind in (c.MINION, c.WEAPON):
        canvas.label(x + CARD - 0.42, y + 0.3, f"{int(row.attack)}/{int(row.health)}", "ink", 0.26)


def draw_hand(canvas, game, state, side, y, seen):
    player = state.players[side]
    n = int(player.hand_size)
    left = (WIDTH - n * (CARD + 0.1) + 0.1) / 2
    for i in range(n):
        x = left + i * (CARD + 0.1)
        if seen:
            words = f"{card_name(game, player.hand[i])}: {explain(game, player.hand[i]) or 'no text'}"
            titled(canvas, words, lambda i=i, x=x: draw_card(canvas, game, state, side, i, x, y))
        else:
            canvas.rectangle(x, y, CARD, CARD_TALL, "frame", "grid", 0.03, corner=0.15)


def draw_power(canvas, game, state, side, x, y):
    """Draw the hero power as a small card: green if it can be used, crossed out if it was used."""
    player = state.players[side]
    cost = int(game.book[0].cards[int(player.power)].cost)
    ready = (side == state.active and state.status == RUNNING and not state.pending and not player.power_used
             and cost <= player.mana)
    canvas.rectangle(x, y, 2.1, 0.9, "cell", "felt" if ready else "grid", 0.07 if ready else 0.03, corner=0.3)
    canvas.label(x + 1.2, y + 0.45, card_name(game, player.power), size=0.24)
    number(canvas, x + 0.1, y + 0.45, cost, "cool")
    if player.power_used:
        canvas.line(x + 0.45, y + 0.45, x + 1.95, y + 0.45, "first", 0.04)


def draw_weapon(canvas, game, state, side, x, y):
    player = state.players[side]
    canvas.rectangle(x, y, 2.1, 0.9, "cell" if player.weapon_active else "hole", "grid", 0.03, corner=0.1)
    label_rows(canvas, x + 1.05, y + 0.45, card_name(game, player.weapon), SMALL)
    number(canvas, x + 0.1, y + 0.7, int(player.weapon_attack), "second")
    number(canvas, x + 2.0, y + 0.7, int(player.weapon_durability), "cool")


def draw_secrets(canvas, game, state, side, x, y, seen):
    """Draw a question mark for each active secret, and below them the names that are known."""
    player = state.players[side]
    n = 0 if player.destroyed else int(player.secret_count)
    for i in range(n):
        canvas.disc(x + 0.7 * i, y, 0.26, "frame", "grid", 0.03)
        canvas.label(x + 0.7 * i, y, "?", "white", 0.3, bold=True)
    for i in range(n if seen else 0):
        canvas.label(x + 0.45, y + 0.5 + 0.27 * i, card_name(game, player.secrets[i]), size=SMALL)


def draw_hero(canvas, game, state, side, y, secrets_seen):
    player = state.players[side]
    turn = side == state.active and state.status == RUNNING
    x = WIDTH / 2 - 1.5
    canvas.rectangle(x, y, 3.0, 1.2, "shade", "felt" if turn else "grid", 0.1 if turn else 0.03, corner=0.25)
    canvas.label(x + 1.5, y + 0.42, card_name(game, player.hero), size=0.34, bold=turn)
    canvas.label(x + 1.5, y + 0.85, PLAYERS[side], size=0.24)
    number(canvas, x + 2.65, y + 0.85, int(player.hp), "first" if player.hp < player.max_hp else "cool")
    if hero_attack(player):
        number(canvas, x + 0.35, y + 0.85, int(hero_attack(player)), "second")
    for i in range(int(player.max_mana)):
        canvas.disc(x + 3.5 + 0.36 * i, y + 0.35, 0.14, "cool" if i < player.mana else None, "cool edge", 0.03)
    words = f"mana {int(player.mana)} of {int(player.max_mana)}"
    words += f", {int(player.locked)} locked" if player.locked else ""
    canvas.label(x + 3.36 + 0.18 * max(int(player.max_mana), 5), y + 0.85, words, size=0.26)
    titled(canvas, f"{card_name(game, player.power)}: {explain(game, player.power)}",
           lambda: draw_power(canvas, game, state, side, x - 2.4, y + 0.15))
    if player.weapon != NO_CARD:
        draw_weapon(canvas, game, state, side, x - 4.8, y + 0.15)
    draw_secrets(canvas, game, state, side, 0.7, y + 0.25, secrets_seen)
    left = int(player.deck_size)
    for i in range(1 + min(left, 30) // 15 if left else 0):  # a pile, higher with more cards
        canvas.rectangle(WIDTH - 1.35 - 0.08 * i, y - 0.05 - 0.08 * i, 0.9, 1.15, "frame", "grid", 0.03, corner=0.1)
    canvas.label(WIDTH - 2.1, y + 0.6, f"{left}", size=0.3)


class HearthstoneDrawing(Appearance):
    """The table as a picture."""

    __slots__ = ()

    def svg_for(self, state, viewer, dark=False):
        """Return the table as SVG with `viewer` at the bottom. None: Ann, with all cards open."""
        own = viewer or 0
        said = headline(self, state)
        canvas = Canvas(WIDTH, HEIGHT, f"Hearthstone. {said}", dark)
        for side, hand, hero, board in ((own ^ 1, 0.65, 2.35, 3.75), (own, 10.9, 9.5, 7.55)):
            seen = sees_hand(state, viewer, side)
            draw_hand(canvas, self, state, side, hand, seen)
            draw_hero(canvas, self, state, side, hero, seen or self.secrets_known)
            draw_board(canvas, self, state, side, board)
        canvas.line(0.5, 6.52, WIDTH - 0.5, 6.52, "grid", 0.03)
        canvas.label(WIDTH / 2, 0.3, said, size=0.34, bold=True)
        return canvas.svg()
