"""Points in Spades: contracts, bags, nil, the result of a match, and the reward for a search."""

BAGS = 10  # bags that cost one penalty
TARGET = 500  # points that end a match
MOST_DEALS = 60  # a match ends after this number of deals


def check(game):
    """Raise ValueError if a parameter of the game is impossible."""
    ranges = {
        "trumps": (0, 3), "break_rule": (0, 2), "sampler": (0, 2), "nil_points": (0, 1000), "bag_points": (-10, 10),
        "bag_penalty": (0, 1000),
    }
    for name, (low, high) in ranges.items():
        value = getattr(game, name)
        if not low <= value <= high:
            raise ValueError(f"{name} must be from {low} to {high}, not {value}.")
    if not game.scale > 0:
        raise ValueError("scale, the difference in points that is worth a full reward, must be positive, not "
                         f"{game.scale}.")


def contract(state, side):
    """Return the sum of the partners' bids."""
    return int(state.bids[side]) + int(state.bids[side + 2])


def taken(state, side):
    """Return the tricks of both partners, including those of a failed nil."""
    return int(state.tricks[side]) + int(state.tricks[side + 2])


def deal_points(game, state, side):
    """Return a side's points for a finished deal, without the penalty for bags."""
    bid = contract(state, side)
    if taken(state, side) >= bid:
        points = 10 * bid + game.bag_points * deal_bags(state, side)
    else:
        points = -10 * bid
    for seat in (side, side + 2):
        if state.bids[seat] == 0:
            points += game.nil_points if state.tricks[seat] == 0 else -game.nil_points
    return points


def deal_bags(state, side):
    """Return the side's overtricks, or 0 if its contract failed."""
    return max(0, taken(state, side) - contract(state, side))


def score_side(game, state, side):
    """Add a finished deal to the side's score."""
    points = deal_points(game, state, side)
    bags = deal_bags(state, side)
    state.overtricks[side] = bags
    running = int(state.bags[side]) + bags
    while running >= BAGS:
        running -= BAGS
        points -= game.bag_penalty
    state.bags[side] = running
    state.gained[side] = points
    state.points[side] += points


def match_over(game, state):
    """Return whether the match is over after the current deal."""
    first = int(state.points[0])
    second = int(state.points[1])
    return state.deal >= MOST_DEALS or ((first >= TARGET or second >= TARGET) and first != second)


def match_result(game, state, side):
    """Return 1 for the side with more points, -1 for the other, 0 for a tie."""
    difference = int(state.points[side]) - int(state.points[1 - side])
    if difference > 0:
        return 1.0
    return -1.0 if difference < 0 else 0.0


def reward(game, state, side):
    """Return the value of a finished deal for a side: the difference of points divided by `scale`, from -1 to 1.

    Each bag immediately costs a tenth of the penalty. The published program divides by a constant, but its value is
    not known.
    """
    value = (worth(game, state, side) - worth(game, state, 1 - side)) / game.scale
    return min(1.0, max(-1.0, value))


def worth(game, state, side):
    """Return the points of a finished deal minus a tenth of the penalty for each bag."""
    return deal_points(game, state, side) - deal_bags(state, side) * game.bag_penalty / BAGS
