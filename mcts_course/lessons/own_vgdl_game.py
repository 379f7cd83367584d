"""Exercises: a level that can be won, the fewest steps to win it, and a rule that is added to a description.

A description is judged by what happens in games with its rules, not by its text.
"""

from ..exercises.judging import Exercise, Mistake, mistaken


def can_be_won(level):
    """Whether the rabbit (A) can get to every carrot (c) of a level.

    The level is given as text. The rabbit steps left, right, up and down, and not
    through walls (w). It can run through everything else. (Whether the fox lets it is
    another matter.)
    """
    cells = {(x, y): mark for y, row in enumerate(level.splitlines()) for x, mark in enumerate(row)}
    reached = [place for place, mark in cells.items() if mark == "A"]
    for x, y in reached:  # grows while it is gone through
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cells.get(place, "w") != "w" and place not in reached:
                reached.append(place)
    return all(place in reached for place, mark in cells.items() if mark == "c")


def one_carrot_is_enough(level):
    alone = [level.replace("c", " ", skipped).replace("c", "C", 1).replace("c", " ").replace("C", "c")
             for skipped in range(level.count("c"))]
    return any(map(can_be_won, alone)) if alone else True


def fewest_steps(level):
    """The fewest steps with which the rabbit (A) gets every carrot (c) of a level.

    The level is given as text. In each step the rabbit moves one cell to the left,
    right, up or down, and not into a wall (w). It gets a carrot by entering its cell.
    There is no fox. Return None if some carrot cannot be reached.
    """
    cells = {(x, y): mark for y, row in enumerate(level.splitlines()) for x, mark in enumerate(row)}
    [rabbit] = [place for place, mark in cells.items() if mark == "A"]
    begin = rabbit, frozenset(place for place, mark in cells.items() if mark == "c")
    steps = {begin: 0}
    waiting = [begin]
    for (x, y), carrots in waiting:  # grows while it is gone through
        if not carrots:
            return steps[(x, y), carrots]
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            following = place, carrots - {place}
            if cells.get(place, "w") != "w" and following not in steps:
                steps[following] = steps[(x, y), carrots] + 1
                waiting.append(following)
    return None


def nearest_first(level):
    """Return the number of steps if the rabbit always goes to the nearest carrot (in a tie, the first in the text)."""
    if not can_be_won(level):
        return None
    cells = {(x, y): mark for y, row in enumerate(level.splitlines()) for x, mark in enumerate(row)}
    rabbit = next(place for place, mark in cells.items() if mark == "A")
    left, total = [place for place, mark in cells.items() if mark == "c"], 0
    while left:
        steps, waiting = {rabbit: 0}, [rabbit]
        for x, y in waiting:
            for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cells[place] != "w" and place not in steps:
                    steps[place] = steps[x, y] + 1
                    waiting.append(place)
        rabbit = min(left, key=steps.get)
        left.remove(rabbit)
        total += steps[rabbit]
    return total


def short_levels(rng):
    drawn = ["wwwwww|wA  cw|wwwwww", "wwwwwww|wcA  cw|wwwwwww", "wwwww|wA fw|wwwww", "wwwwww|wAwc w|w    w|wwwwww",
             "wwwwww|wAwc w|wwwwww", "wwwwwwwww|wc cA  cw|wwwwwwwww", "wwwwwwwwwwww|wc   cA  cww|wwwwwwwwwwww",
             "wwwwwww|wAf  cw|w w w w|w   c w|wwwwwww"]
    for _ in range(6):
        inside = ["".join(rng.choices(" wfc", (6, 2, 1, 1), k=5)) for _ in range(3)]
        inside[rng.randrange(1, 3)] = "  c  "
        drawn.append("|".join(("wwwwwww", "wA" + inside[0][1:] + "w", *(f"w{row}w" for row in inside[1:]), "wwwwwww")))
    return [(level.replace("|", "\n"),) for level in drawn]


def levels(rng):
    drawn = ("wwwww|wA cw|wwwww", "wwwwww|wA wcw|wwwwww", "wwwwww|wAw cw|w   ww|wwwwww", "wwww|wAww|wwcw|wwww",
             "wwwwww|wAf cw|wwwwww", "wwwwww|wAcwcw|wwwwww", "wwwww|wA fw|wwwww", "wwwwwww|wc w cw|w  A  w|wwwwwww")
    for _ in range(6):
        inside = ["".join(rng.choices(" wfc", (6, 3, 1, 1), k=5)) for _ in range(3)]
        drawn += ("|".join(("wwwwwww", "wA" + inside[0][1:] + "ww", *(f"w{row}w" for row in inside[1:]), "wwwwwww")),)
    return [(level.replace("|", "\n"),) for level in drawn]


GARDEN = """
BasicGame
    SpriteSet
        carrot > Immovable
        fox > Chaser stype=avatar cooldown=2
        avatar > MovingAvatar img=rabbit
        wall > Immovable
    LevelMapping
        c > carrot
        f > fox
    InteractionSet
        avatar wall > stepBack
        fox wall > stepBack
        carrot avatar > killSprite scoreChange=1
        avatar fox > killSprite scoreChange=-1
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
        SpriteCounter stype=carrot limit=0 win=True
"""
LEVEL = """\
wwwwwwwwwwwww
w   c   w  fw
w w   w   w w
w c w   c   w
w   A w   c w
w c   c  w  w
wwwwwwwwwwwww
"""
LONGEST = 5000  # maximum number of letters of a description


def garden():
    """Return the game of the rabbit, the carrots and the fox."""
    from mcts_papers.games.vgdl import from_text

    return from_text(GARDEN, LEVEL, low=-1, high=6, title="garden")


def with_a_hole(description):
    """The description with a `hole` (h in levels) that the fox cannot enter.

    It takes a line in each of three sections. The rabbit runs through holes as over
    grass.
    """
    for part, line in (("SpriteSet", "hole > Immovable"), ("LevelMapping", "h > hole"),
                       ("InteractionSet", "fox hole > stepBack")):
        description = description.replace(f"    {part}\n", f"    {part}\n        {line}\n")
    return description


def as_it_was(description):
    return description


def gardens(rng):
    """Return the garden, and two gardens with another speed of the fox, which its place after a few ticks shows."""
    return [(GARDEN,), *((GARDEN.replace("cooldown=2", f"cooldown={n}"),) for n in rng.sample((1, 3, 4, 5, 6), 2))]


def what_happens(text, description):
    """Return where the fox, the rabbit and the hole are after few and after many ticks, under the rules of `text`."""
    from mcts_papers.games.vgdl.building import build
    from mcts_papers.games.vgdl.game import Vgdl

    if not isinstance(text, str) or len(text) > LONGEST:
        raise ValueError("that is no description")
    seen = {}
    for name, level, action in (("a fox that comes along", "wwwwwwwww\nwA h  fcw\nwwwwwwwww", "NIL"),
                                ("a rabbit that walks", "wwwwwwwww\nwA h  wcw\nwwwwwwwww", "RIGHT")):
        for ticks in (2, 24):
            game = Vgdl(build(text, level, True, (-1, 6), "garden")[0])
            seen[f"{name}, after {ticks} ticks"] = places(game, action, ticks)
    return seen


def places(game, action, ticks):
    """Return where each object is after the ticks: a dict from its name to (column, row), "gone" or "unknown"."""
    from mcts_lab.game import TERMINAL, after, legal_actions, start
    from mcts_papers.games.vgdl.words import name_of, pieces

    state = start(game, 0)
    found = {}
    for _ in range(ticks):
        if game.to_move(state) == TERMINAL:
            break
        named = {game.action_name(state, number): number for number in legal_actions(game, state)}
        state = after(game, state, named[action])
    for kind, x, y, _ in pieces(game, state):
        found[name_of(game.tables[0], kind)] = (round(float(x), 2), round(float(y), 2))
    known = {name_of(game.tables[0], kind) for kind in range(len(game.tables[0].kinds))}
    return {name: found.get(name, "gone" if name in known else "unknown") for name in ("fox", "avatar", "hole")}


LESSON = "04_your_game"
EXERCISES = (
    Exercise(
        can_be_won, "A level that cannot be won is a bug, and easy to draw. Write the check.", levels,
        (Mistake(mistaken("across_corners", can_be_won,
                          ("((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))",
                           "((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))")),
                 "The rabbit does not step diagonally."),
         Mistake(mistaken("neighbours_alone", can_be_won, ("x, y in reached", "x, y in list(reached)")),
                 "Go on from the cells that were reached, until no new ones come in."),
         Mistake(mistaken("stopped_by_the_fox", can_be_won, ("!= \"w\"", "not in \"wf\"")),
                 "Only walls stop the rabbit; the cell on which the fox begins can be walked on."),
         Mistake(one_carrot_is_enough, "Every carrot has to be reached, not just one.")),
        ("Keep the cells that were reached, beginning with the rabbit's, and add neighbours that are no walls.",
         "A list can grow while you go through it: `for place in reached: ... reached.append(...)`."),
    ),
    Exercise(
        fewest_steps,
        "A search gets all carrots in 85 steps. Is this good? Compute the fewest steps that are possible.",
        short_levels,
        (Mistake(nearest_first,
                 "This always goes to the nearest carrot. Another order can be shorter: search all of them."),
         Mistake(mistaken("carrots_forgotten", fewest_steps, ("following = place, carrots - {place}",
                                                              "following = place, carrots - {place}\n"
                                                              "            seen = {cell for cell, _ in steps}"),
                          ("following not in steps", "place not in seen")),
                 "The rabbit may have to come back to a cell. Store the carrots that are left together with the cell."),
         Mistake(mistaken("one_is_enough", fewest_steps, ("if not carrots:", "if carrots != begin[1] or not carrots:")),
                 "This stops at the first carrot. The rabbit has to get all of them."),
         Mistake(mistaken("diagonal_steps", fewest_steps,
                          ("((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))",
                           "((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))")),
                 "The rabbit does not step diagonally."),
         Mistake(mistaken("start_counted", fewest_steps, ("{begin: 0}", "{begin: 1}")),
                 "This counts the cells. Count the steps between them: at the start it is 0."),
         Mistake(mistaken("fox_in_the_way", fewest_steps, ('!= "w"', 'not in "wf"')),
                 "There is no fox here: the cell with the letter f is free."),
         Mistake(mistaken("last_found_first", fewest_steps, ("for (x, y), carrots in waiting:",
                                                             "while waiting:\n"
                                                             "        (x, y), carrots = waiting.pop()")),
                 "This takes the newest state first, so the first way that it finds may be a long one. Take the oldest "
                 "state first."),
         Mistake(mistaken("zero_for_none", fewest_steps, ("return None", "return 0")),
                 "If a carrot cannot be reached, return None.")),
        ("A state is the cell of the rabbit and the set of carrots that are left: `frozenset` can be a key of a dict.",
         "Go through the states in the order in which you find them (breadth-first search). The first state without "
         "carrots has the fewest steps.",
         "`can_be_won` has the same loop, with cells in place of states."),
        points=3,
    ),
    Exercise(
        with_a_hole,
        "Rules are judged by what happens: your description is played, with a fox that wants to get through a hole and "
        "a rabbit that runs through one.",
        gardens,
        (Mistake(mistaken("order_exchanged", with_a_hole, ("fox hole", "hole fox")),
                 "The fox still comes through. In `one other > effect` the effect happens to *one*: your hole steps "
                 "back, and it stands still anyway."),
         Mistake(mistaken("fox_dies", with_a_hole, ("fox hole > stepBack", "fox hole > killSprite")),
                 "The fox is gone: `killSprite` removes it. It should stay where it is."),
         Mistake(mistaken("nobody_enters", with_a_hole,
                          ("fox hole > stepBack", "fox hole > stepBack\\n        avatar hole > stepBack")),
                 "The fox stops, but so does the rabbit: say nothing about the rabbit and the hole."),
         Mistake(mistaken("no_letter", with_a_hole, ('("LevelMapping", "h > hole"),', "")),
                 "Which letter of a level is a hole? That is a line under `LevelMapping`."),
         Mistake(as_it_was, "Nothing was added: there is no hole in it yet.")),
        ("A line under `SpriteSet`, one under `LevelMapping`, one under `InteractionSet`.",
         "`fox wall > stepBack` is the rule for walls."),
        judge=what_happens,
    ),
)
