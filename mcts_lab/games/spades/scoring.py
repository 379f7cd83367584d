"""Points in Spades: contracts, bags, nil, the match, and the reward a search gets."""

from __future__ import annotations

from ...engine.generic import helper

BAGS = 10  # that many cost the penalty


def check(game):
    """Raise ValueError if the game's numbers make no sense."""
    ranges = {
        "trumps": (0, 3), "break_rule": (0, 2), "first_lead": (0, 2), "sampler": (0, 2), "team_bid_cap": (0, 26),
        "blind_nil_pass": (0, 6), "hands": (0, 200), "nil_points": (0, 1000), "blind_nil_points": (0, 1000),
        "bag_points": (-10, 10), "bag_penalty": (0, 1000), "target": (0, 5000), "floor": (-5000, 0),
        "blind_nil": (-1, 1000),
    }
    for name, (low, high) in ranges.items():
        value = getattr(game, name)
        if not low <= value <= high:
            raise ValueError(f"{name} must be from {low} to {high}, not {value}")
    if not game.scale > 0:
        raise ValueError(f"scale, the difference in points worth a full reward, must be positive, not {game.scale}")
    if game.match and not game.target and not game.hands:
        raise ValueError("a match needs an end: give a target of points or a number of hands")


@helper
def may_bid_blind(game, state, side):
    """Whether a side is far enough behind to bid nil before looking."""
    return game.blind_nil >= 0 and int(state.points[1 - side]) - int(state.points[side]) >= game.blind_nil


@helper
def contract(state, side):
    """The sum of the partners' bids."""
    return int(state.bids[side]) + int(state.bids[side + 2])


@helper
def counted_tricks(game, state, side):
    """The side's tricks that count towards its contract."""
    total = 0
    for seat in (side, side + 2):
        if state.bids[seat] != 0 or game.nil_tricks_count:
            total += int(state.tricks[seat])
    return total


@helper
def deal_points(game, state, side):
    """The points of a finished deal without the penalty for bags."""
    bid = contract(state, side)
    if counted_tricks(game, state, side) >= bid:
        points = 10 * bid + game.bag_points * deal_bags(game, state, side)
    else:
        points = -10 * bid
    for seat in (side, side + 2):
        if state.bids[seat] == 0:
            value = game.blind_nil_points if (int(state.blind) >> seat) & 1 else game.nil_points
            points += value if state.tricks[seat] == 0 else -value
    return points


@helper
def deal_bags(game, state, side):
    """The side's overtricks, none if its contract failed; all tricks of a failed nil that are not needed are."""
    bid = contract(state, side)
    if counted_tricks(game, state, side) < bid:
        return 0
    return int(state.tricks[side]) + int(state.tricks[side + 2]) - bid


@helper
def score_side(game, state, side):
    """Add a finished deal to the side's score."""
    points = deal_points(game, state, side)
    bags = deal_bags(game, state, side)
    state.overtricks[side] = bags
    running = int(state.bags[side]) + bags
    while running >= BAGS:
        running -= BAGS
        points -= game.bag_penalty
    state.bags[side] = running
    state.gained[side] = points
    state.points[side] += points


@helper
def match_over(game, state):
    """Whether a match ends with the deal just scored."""
    first = int(state.points[0])
    second = int(state.points[1])
    if game.hands > 0:
        return state.deal >= game.hands
    if state.deal >= 60:
        return True
    if game.floor < 0 and (first <= game.floor or second <= game.floor) and first != second:
        return True
    return (first >= game.target or second >= game.target) and first != second


@helper
def match_result(game, state, side):
    """1 for the side with more points, -1 for the other, 0 if they are equal."""
    difference = int(state.points[side]) - int(state.points[1 - side])
    if difference > 0:
        return 1.0
    return -1.0 if difference < 0 else 0.0


@helper
def reward(game, state, side):
    """How good a finished deal is for a side, from -1 to 1.

    The difference of both sides' points, where each bag costs its share of the penalty at once, instead of all at the
    tenth, divided by `scale` and clipped. (The published program divides by a constant too; its value is not known.)
    """
    value = (worth(game, state, side) - worth(game, state, 1 - side)) / game.scale
    return min(1.0, max(-1.0, value))


@helper
def worth(game, state, side):
    """The points of a finished deal with bags at their long-run price."""
    return deal_points(game, state, side) - deal_bags(game, state, side) * game.bag_penalty / BAGS
