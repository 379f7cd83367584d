"""The rules of the engine, each in a game of a few lines."""

import re
from pathlib import Path

import numpy as np
import pytest
from conformance.vgdl import our_rows
from small_vgdl import run, small, sprites

from mcts_lab.engine.generic import compiler
from mcts_lab.game import start
from mcts_papers.games.vgdl import creation, rewarded, score_of
from mcts_papers.games.vgdl.library import FOLDER
from mcts_papers.games.vgdl.tables import DOWN, LEFT, NIL, RIGHT, SPRITES, UP, USE
from mcts_papers.games.vgdl.vocabulary import CLASSES, EFFECTS, ENDINGS
from mcts_papers.games.vgdl.words import owned


def test_health_is_lost_and_won():
    game = small("avatar > MovingAvatar healthPoints=3 limitHealthPoints=5\nh > Immovable\np > Immovable",
                 "avatar p > subtractHealthPoints value=1 scoreChange=-1 scoreChangeIfKilled=-7\n"
                 "avatar h > addHealthPoints value=1 killSecond=True scoreChange=2", "Ahpp",
                 "SpriteCounter stype=avatar win=False")
    state = run(game, RIGHT, RIGHT, NIL, NIL)
    assert int(state.score) == 2 - 3 and not state.ended
    assert int(run(game, RIGHT, RIGHT, NIL, NIL, NIL).score) == 2 - 3 - 7


def test_a_step_back_can_be_exact():
    kinds = "avatar > MovingAvatar speed=0.6\nwall > Immovable"
    for rule, place in (("stepBack", 6), ("stepBack pixelPerfect=True", 10)):
        game = small(kinds, f"avatar wall > {rule}", "A.w")
        assert sprites(game, run(game, RIGHT, RIGHT), "avatar") == [(place, 0)]


@pytest.mark.parametrize(("win", "least"), [(True, 0.6), (False, 0.1)])
def test_payoffs_are_those_that_were_asked_for(win, least):
    game = small("m > Immovable", "m avatar > killSprite scoreChange=-3", "A.m", f"Timeout limit=2 win={win}",
                 scores=(-6, 4))
    game = rewarded(game, lost=0.1, playing=0.25, won=0.6, score=0.3)
    begun, ended = start(game, 0), run(game, RIGHT, RIGHT, RIGHT)
    assert game.heuristic(begun, 0) == pytest.approx(0.25 + 0.6 * 0.3)
    assert ended.ended and game.payoff(ended, 0) == game.heuristic(ended, 0) == pytest.approx(least + 0.3 * 0.3)
    assert score_of(ended) == (1 if win else -3) and score_of(begun) == 0
    assert (game.facts().low, game.facts().high) == (0, 1)
    wide = rewarded(game, lost=-1, won=2, score=0.5).facts()
    assert (wide.low, wide.high) == pytest.approx((-1, 2.5))


KEYS = {"!": USE, "<": LEFT, ">": RIGHT, "v": DOWN, "^": UP, ".": NIL}
M = "m > Missile orientation=RIGHT\n"


def test_nothing_is_left_out_silently_when_there_is_no_room():
    game = small("m > SpawnPoint stype=n\nn > Immovable", "n wall > killSprite", "m" * 60 + "A")
    state = run(game, *[NIL] * 40, compiled=compiler.available())
    assert state.ended and state.full and int(state.used) == SPRITES
    assert "no room" in game.text(state) and game.outcome(state).startswith("ended, because a sprite had no room")


GONE_ON = {  # what a copy has to have: (sprites, rules, level, actions before it and after it, options)
    "a sprite that has just been made of another": (
        M + "b > Immovable\nn > Immovable", "m b > transformTo stype=n\nn avatar > stepBack", "mb.\n.A.", "..", "^",
        {}),
    "timed effects that are to come": (
        "b > Immovable\nm > Immovable", "avatar b > addTimer timer=3 ftype=killAll stype=m scoreChange=1", "Abm", ">.",
        "...", {}),
    "speeds": (M + "b > Immovable", "avatar b > setSpeedForAll stype=m value=0.3", "Ab..\nm...", "><", "..", {}),
    "what a path finder remembers": (
        "f > PathAltChaser stype1=p stype2=f\np > Flicker limit=0", "", "f..p\nA...", "..", "..",
        {"first": "obs=wall"}),
}


@pytest.mark.parametrize("what", GONE_ON)
def test_a_copy_goes_on_like_its_original(what):
    kinds, rules, level, before, after, options = GONE_ON[what]
    game = small(kinds, rules, level, **options)
    state = run(game, *(KEYS[key] for key in before))
    states = game.new_states(2)
    states.view(np.uint8)[:] = 0xAA  # what is not copied is no zero either
    game.put(states, 1, state)
    ends = [run(game, *(KEYS[key] for key in after), state=one) for one in (state, states[1])]
    assert np.array_equal(our_rows(game, ends[0])[1], our_rows(game, ends[1])[1], equal_nan=True)
    assert int(ends[0].score) == int(ends[1].score)
    assert not np.array_equal(our_rows(game, state)[1], our_rows(game, ends[0])[1], equal_nan=True)


# ---------------------------------------------------------------------------------------------------------------------
# The other rules, in a table: what is known of them by hand
#
# A missile has its first movement in the second cycle, so m that moves right one cell a cycle is at 0, 0, 10, 20, ...
# Actions are the letters of `KEYS`. What is expected: the places of sprites by name, in the order of creation, and
# `score`, `won` (None: not ended), what the avatar `owns`, and where it `faces`.

COUNTED = "g >\n  p > Immovable\n  q > Immovable", "g avatar > killSprite"


def head_on(effect):
    return M + "n > Missile orientation=LEFT", f"m n > {effect} scoreChange=1", "m...n\nA....", "..."


def crossing(effect):
    return M + "n > Missile orientation=DOWN", f"m n > {effect} scoreChange=1", "A.n.\n....\nm...", "..."


def standing(effect):
    return "m > Passive\nn > Missile orientation=LEFT", f"m n > {effect} scoreChange=1", "m.nA", "..."


def beside(effect, place, more=""):
    return ("b > Immovable\nn > Immovable", f"b avatar > {effect} stype=n {more}", "....\n.Ab.\n....", ">",
            {"n": [place]}, {"draws": ["0.5"]})


RULES = {  # what: (sprites, rules, level, actions, expected), and what else `small` and `run` take
    # resources
    "changeResource adds what fits, and kills the second": (
        "c > Resource limit=3\nd > Immovable", "avatar d > changeResource resource=c value=2 killResource=True "
        "scoreChange=1", "Add", ">>", {"owns": {"c": 2}, "d": [(20, 0)], "score": 1}),
    "changeResource takes, and never below none": (
        "c > Resource limit=3\nd > Immovable\ne > Immovable", "avatar d > changeResource resource=c value=2\n"
        "avatar e > changeResource resource=c value=-5 scoreChange=1", "Ade", ">>", {"owns": {}, "score": 1}),
    "killIfHasMore kills who owns enough": (
        "c > Resource\nd > Immovable", "c avatar > collectResource\navatar d > killIfHasMore resource=c limit=1",
        "Acd", ">>", {"won": False}),

    # avatars
    "OrientedAvatar moves at once to where it looks": (
        "avatar > OrientedAvatar", "", "A..", ">", {"avatar": [(10, 0)], "faces": (1, 0)}),
    "OrientedAvatar moves when it has turned": (
        "avatar > OrientedAvatar", "", "A\n.\n.", "vv!", {"avatar": [(0, 10)], "faces": (0, 1)}),
    "MissileAvatar goes its way": (
        "avatar > MissileAvatar orientation=DOWN", "", "A..\n...\n...", ">>>", {"avatar": [(0, 20)], "faces": (0, 1)}),
    "OngoingAvatar goes on, and can be steered": (
        "avatar > OngoingAvatar", "", "A...\n....\n....", "v.>.", {"avatar": [(20, 10)], "faces": (1, 0)}),
    "HorizontalAvatar": ("avatar > HorizontalAvatar", "", "A..\n...", ">v>", {"avatar": [(20, 0)]}),
    "FlakAvatar shoots where it stands, for its price": (
        "avatar > FlakAvatar stype=s ammo=c minAmmo=1 ammoCost=2\nc > Resource\ns > Flicker limit=5",
        "c avatar > collectResource", "Acc.", ">>!", {"s": [(20, 0)], "owns": {}}),
    "ShootAvatar takes the first for which it has ammo": (
        "avatar > ShootAvatar stype=s,t ammo=c,d\nc > Resource\nd > Resource\ns > Flicker limit=5\nt > Flicker limit=5",
        "d avatar > collectResource", "Ad..", ">!", {"s": [], "t": [(20, 0)], "owns": {}}),

    # sprites
    "Spreader spreads once, up left down right": (
        "s > Spreader stype=t\nt > Immovable", "", "A....\n.....\n..s..", "..",
        {"s": [(20, 20)], "t": [(20, 10), (10, 20), (20, 30), (30, 20)]}, {"draws": ["0.9"] * 4}),
    "Spreader spreads its own kind, and vanishes": (
        "s > Spreader", "", "A....\n.....\n..s..", "...",
        {"s": [(20, 10), (10, 20), (20, 30), (30, 20)]}, {"draws": ["0.9"] * 4}),
    "RandomMissile draws its way once": (
        "m > RandomMissile", "", "...m\nA...", "...", {"m": [(10, 0)]}, {"draws": [[4, 1]]}),
    "timeToLive": ("m > Passive timeToLive=2", "", "m.A", "..", {"m": [(0, 0)]}),
    "Chaser sees as far as maxDistance": (
        "f > Chaser stype=avatar maxDistance=20", "", "A.f\n...", ".", {"f": [(10, 0)]}, {"draws": [[1, 0]]}),
    "Chaser wanders beyond maxDistance": (
        "f > Chaser stype=avatar maxDistance=20", "", "A..f\n....", ".", {"f": [(30, 10)]}, {"draws": [[4, 2]]}),
    "SpawnPoint gives a direction, and ends after its total": (
        "m > Missile\np > SpawnPoint stype=m spawnorientation=DOWN total=1", "", "A.p\n...\n...", "...",
        {"m": [(20, 20)], "p": []}, {"draws": [0]}),

    # movement
    "attractGaze turns to where the second looks": (
        M + "n > Immovable orientation=DOWN", "m n > attractGaze", "m.n\nA..\n...", ".....", {"m": [(20, 20)]},
        {"draws": ["0.0"]}),
    "reverseDirection": (M, "m wall > reverseDirection", "m.w\nA..", ".....", {"m": [(0, 0)]}),
    "flipDirection": (
        M, "m wall > flipDirection", "m.w\nA..\n...", "....", {"m": [(20, 10)]}, {"draws": [[4, 2]]}),
    "align": ("avatar > MovingAvatar speed=0.6\nb > Immovable", "avatar b > align", "Ab", ">", {"avatar": [(10, 0)]}),
    "pullWithIt carries along, once a cycle": (
        "m > Missile orientation=RIGHT speed=0.5", "avatar m > pullWithIt", "x...", "...",
        {"m": [(10, 0), (10, 0)], "avatar": [(10, 0)]}, {"mapping": "x > m m avatar"}),
    "undoAll undoes all": (
        M + "p > Immovable", "avatar p > undoAll", "Ap..\nm...", ">>", {"avatar": [(0, 0)], "m": [(0, 10)]}),

    "bounceForward pushes on what is not held up": (
        "b > Passive", "avatar wall > stepBack\nb avatar > bounceForward\nb wall > undoAll", "A.b.w", ">>>",
        {"b": [(30, 0)], "avatar": [(20, 0)]}),
    "a portal leads to its exit": (
        "p > Portal stype=q\nq > Immovable", "avatar p > teleportToExit scoreChange=1", "Ap..q", ">",
        {"avatar": [(40, 0)], "score": 1}),

    # ending sprites
    "shieldFrom keeps an effect away for a cycle": (
        "s > Immovable\nm > Immovable", "avatar s > shieldFrom stype=m ftype=killSprite\navatar m > killSprite",
        "Ax", ">", {"won": None}, {"mapping": "x > m s"}),
    "killIfFrontal, head on": (*head_on("killIfFrontal"), {"m": [], "score": 1}),
    "killIfFrontal, crossing": (*crossing("killIfFrontal"), {"m": [(20, 20)], "score": 0}),
    "killIfFrontal, still": (*standing("killIfFrontal"), {"m": [], "score": 1}),
    "killIfNotFrontal, head on": (*head_on("killIfNotFrontal"), {"m": [(20, 0)], "score": 0}),
    "killIfNotFrontal, crossing": (*crossing("killIfNotFrontal"), {"m": [], "score": 1}),
    "killIfNotFrontal, still": (*standing("killIfNotFrontal"), {"m": [], "score": 1}),
    "killAll": (
        "b > Immovable\nm > Immovable", "avatar b > killAll stype=m scoreChange=1", "Ab.mm", ">",
        {"m": [], "score": 1}),

    # making sprites
    "transformToAll transforms wherever they are, singletons too": (
        "b > Immovable\nm > Immovable\nn > Immovable singleton=True", "avatar b > transformToAll stype=m stypeTo=n "
        "scoreChange=1", "Ab.mm", ">", {"m": [], "n": [(30, 0), (40, 0)], "score": 1}),
    "transformTo keeps the direction of what has one": (
        M + "n > Missile orientation=UP\nb > Immovable", "m b > transformTo stype=n", "A..\nm.b", ".....",
        {"n": [(20, 0)]}),
    "cloneSprite": ("m > Immovable", "m avatar > cloneSprite", "Am", ">.", {"m": [(10, 0)] * 4}),
    "spawnBehind": (
        "b > Immovable\nn > Immovable", "b avatar > spawnBehind stype=n", "Ab", ">", {"n": [(0, 0)]},
        {"draws": ["0.5"]}),
    "a timed effect comes at once": (
        "m > Immovable\nn > Immovable", "m TIME > spawn stype=n timer=5 scoreChange=1", "m.A", ".", {"score": 1}),
    "a timed effect comes once": (
        "m > Immovable\nn > Immovable", "m TIME > spawn stype=n timer=2 scoreChange=1", "m.A", "......", {"score": 1}),
    "a timed effect counts for each sprite, whatever it does": (
        "m > Immovable\nc > Resource", "m TIME > killIfHasMore resource=c limit=1 scoreChange=1", "mmA", ".",
        {"score": 2, "m": [(0, 0), (10, 0)]}),
    "a timed effect that repeats without pause comes once a cycle": (
        "m > Immovable", "m TIME > reverseDirection timer=0 repeating=True scoreChange=1", "mA", "...", {"score": 3}),

    # timers
    "addTimer counts at once, and again when it is due": (
        "b > Immovable\nm > Immovable\nn > Immovable",
        "avatar b > addTimer timer=2 ftype=transformToAll stype=m stypeTo=n scoreChange=3\nb avatar > killSprite",
        "Abm", ">..", {"score": 6, "m": [], "n": [(20, 0)]}),
    "addTimer can repeat": (
        "b > Immovable\nm > Immovable",
        "avatar b > addTimer timer=2 ftype=killAll stype=m scoreChange=1 repeating=True\nb avatar > killSprite", "Abm",
        ">.....", {"score": 3}),

    # hunters
    "LOSChaser wanders until it has looked somewhere": (
        "f > LOSChaser stype=avatar", "", "A..f", ".", {"f": [(20, 0)]}, {"draws": [[4, 1]]}),
    "LOSChaser hunts what it sees": (
        "f > LOSChaser stype=avatar", "", "A..f", "..", {"f": [(10, 0)]}, {"draws": [[4, 1], [1, 0]]}),
    "LOSChaser does not see what lies behind": (
        "f > LOSChaser stype=avatar", "", "A..f.", "..", {"f": [(50, 0)]}, {"draws": [[4, 3], [4, 3]]}),
    "PathChaser goes around": (
        "f > PathChaser stype=avatar\nwall > Immovable", "", "f..\nww.\nA..", "......", {"f": [(0, 20)]},
        {"first": "obs=wall", "draws": []}),
    "PathAltChaser goes around": (
        "f > PathAltChaser stype1=avatar stype2=f\nwall > Immovable", "", "f..\nww.\nA..", "......", {"f": [(0, 20)]},
        {"first": "obs=wall", "draws": []}),
    "PathAltChaser keeps its target, though another is nearer": (
        "f > PathAltChaser stype1=g stype2=f\ng >\n  p > RandomNPC cons=9 cooldown=9\n  q > Missile orientation=LEFT",
        "", "f.p....q\nA.......", "..", {"f": [(20, 0)]}, {"first": "obs=wall", "draws": []}),
    "RandomPathAltChaser draws for a random step": (
        "f > RandomPathAltChaser stype1=avatar stype2=f epsilon=0.5", "", "A.f.", "..", {"f": [(20, 0)]},
        {"first": "obs=wall", "draws": ["0.4", [4, 3], "0.6"]}),

    # spawn points
    "RandomBomber moves first, and makes it there": (
        "p > RandomBomber stype=m\nm > Immovable", "", "..p\nA..", ".", {"p": [(10, 0)], "m": [(10, 0)]},
        {"draws": [[4, 1], 0]}),
    "BomberRandomMissile draws a type each time": (
        "p > BomberRandomMissile stypeMissile=m,n prob=0.5\nm > Immovable\nn > Immovable", "", "p.\nA.", "..",
        {"m": [], "n": [(0, 0)]}, {"draws": [[2, 1], 0, [2, 0], 2**23]}),
    "SpawnPointMultiSprite makes all, at one draw": (
        "p > SpawnPointMultiSprite stypes=m,n total=2\nm > Immovable\nn > Missile speed=0 orientation=UP", "", "p.\nA.",
        "..", {"m": [(0, 0)], "n": [(0, 0)], "p": []}, {"draws": [0]}),

    # avatars that go on
    "OngoingShootAvatar turns at once": (
        "avatar > OngoingShootAvatar stype=s\ns > Immovable", "", "A..\n...\n...", ".v", {"avatar": [(0, 10)],
                                                                                       "faces": (0, 1)}),
    "OngoingShootAvatar shoots ahead of its new place": (
        "avatar > OngoingShootAvatar stype=s\ns > Immovable", "", "A....", ".!", {"avatar": [(10, 0)], "s": [(20, 0)]}),
    "OngoingTurningAvatar does not turn back": (
        "avatar > OngoingTurningAvatar spawnBehind=s\ns > Immovable", "", "A....", ".<", {"avatar": [(10, 0)]}),
    "OngoingTurningAvatar turns, and leaves walls behind": (
        "avatar > OngoingTurningAvatar spawnBehind=s\ns > Immovable", "", "A..\n...\n...", "..v",
        {"avatar": [(10, 10)], "wall": [(0, 0), (10, 0)], "s": []}),

    # resources
    "collectResourceIfHeld collects who has the other": (
        "c > Resource\nd > Resource", "c avatar > collectResource\nd avatar > collectResourceIfHeld heldResource=c "
        "scoreChange=1", "Acd", ">>", {"owns": {"c": 1, "d": 1}, "d": [], "score": 1}),
    "collectResourceIfHeld leaves it without": (
        "c > Resource\nd > Resource", "d avatar > collectResourceIfHeld heldResource=c scoreChange=1", "Ad", ">",
        {"owns": {}, "d": [(10, 0)], "score": 0}),
    "killIfOtherHasMore can take what it asks for": (
        "c > Resource\nd > Immovable", "c avatar > collectResource\nd avatar > killIfOtherHasMore resource=c limit=1 "
        "subtract=True", "Accd", ">>>", {"owns": {"c": 1}, "d": []}),
    "spawnIfHasLess": (
        "c > Resource\nb > Immovable\nn > Immovable", "avatar b > spawnIfHasLess resource=c stype=n scoreChange=1",
        "Ab", ">", {"n": [(10, 0)], "score": 1}, {"draws": ["0.5"]}),
    "spawnIfHasLess, of one who has more": (
        "c > Resource\nb > Immovable\nn > Immovable", "c avatar > collectResource\n"
        "avatar b > spawnIfHasLess resource=c stype=n scoreChange=1", "Acb", ">>", {"n": [], "score": 0},
        {"draws": ["0.5"]}),
    "addHealthPointsToMax stops at the limit": (
        "avatar > MovingAvatar healthPoints=3 limitHealthPoints=5\nh > Immovable\np > Immovable",
        "avatar h > addHealthPointsToMax value=9 killSecond=True scoreChange=1\n"
        "avatar p > subtractHealthPoints value=5 scoreChangeIfKilled=7", "Ahp", ">>", {"h": [], "score": 8,
                                                                                       "won": False}),

    # speeds
    "setSpeedForAll": (
        M + "b > Immovable", "avatar b > setSpeedForAll stype=m value=0.5", "Ab..\nm...", ">..", {"m": [(10, 10)]}),

    # transformation
    "transformToRandomChild draws among the types below": (
        "b > Immovable\ng >\n  m > Immovable\n  n > Immovable\n  k > Immovable",
        "m avatar > transformToRandomChild stype=g scoreChange=1", "Am", ">", {"m": [], "n": [(10, 0)], "score": 1},
        {"draws": [[3, 1]]}),
    "transformToSingleton transforms the others back": (
        "m > Immovable\nn > Immovable", "m avatar > transformToSingleton stype=n stype_other=m", "A.mm", ">>>",
        {"m": [(20, 0)], "n": [(30, 0)]}),
    "transformToSingleton transforms nothing back into a singleton that is there": (
        "m > Immovable singleton=True\nn > Immovable", "m avatar > transformToSingleton stype=n stype_other=m",
        "A.mn", ">>", {"m": [], "n": [(30, 0), (20, 0)]}),
    "transformToSingleton can look back": (
        M + "b > Immovable\nn > Immovable\nk > Missile orientation=UP speed=0", "b m > transformToSingleton stype=n "
        "stype_other=b takeOrientation=True\nk n > attractGaze scoreChange=1\nk n > setSpeedForAll stype=k value=1",
        "mx.\nA..", "...", {"n": [(10, 0)], "k": [(0, 0)], "b": []}, {"mapping": "x > b k", "draws": ["0.0"]}),
    "an avatar that becomes something else stays, dead": (
        "b > Immovable\nn > Immovable", "avatar b > transformTo stype=n", "Ab", ">",
        {"n": [(10, 0)], "avatar": [(10, 0)], "won": False}),
    "a dead avatar that becomes another counts no longer": (
        "g >\n  a > MovingAvatar\n  k > MovingAvatar\nb > Immovable",
        "a b > killSprite\na b > transformIfCount stype=k stypeCount=b geq=1 leq=9", "xb", ">.",
        {"a": [], "k": [(10, 0)], "won": None},
        {"mapping": "x > a", "endings": "SpriteCounter stype=g limit=0\nSpriteCounterMore stype=g limit=2"}),

    # making beside
    "spawnAbove": beside("spawnAbove", (20, 0)), "spawnBelow": beside("spawnBelow", (20, 20)),
    "spawnLeft": beside("spawnLeft", (10, 10)), "spawnRight": beside("spawnRight", (30, 10)),

    # what is meant by a type
    "killAll takes the very type": (
        "b > Immovable\ng >\n  m > Immovable", "avatar b > killAll stype=g", "Abm", ">", {"m": [(20, 0)]}),
    "transformIfCount counts the dead": (
        "d > Immovable\nn > Immovable",
        "avatar d > killSprite\nd avatar > transformIfCount stype=n stypeCount=avatar geq=1",
        "Ad", ">", {"n": [(10, 0)]}),

    # endings
    "SpriteCounterMore": (
        "m > Immovable", "m avatar > cloneSprite", "Am", ">", {"won": True},
        {"endings": "SpriteCounterMore stype=m limit=2 win=True"}),
    "MultiSpriteCounterSubTypes, two types": (
        *COUNTED, "Appq", ">", {"won": True},
        {"endings": "MultiSpriteCounterSubTypes stype1=g limit=2 subTypesNum=2 win=True"}),
    "MultiSpriteCounterSubTypes, one type": (
        *COUNTED, "Aqpp", ">", {"won": True},
        {"endings": "MultiSpriteCounterSubTypes stype1=g limit=2 subTypesNum=1 win=True"}),
}


@pytest.mark.parametrize("what", RULES)
def test_a_rule_does_what_is_known_of_it(what):
    kinds, rules, level, actions, expected, *more = RULES[what]
    options = dict(*more)
    draws = options.pop("draws", None)
    game = small(kinds, rules, level, **{"endings": "SpriteCounter stype=avatar win=False", **options})
    state = run(game, *(KEYS[key] for key in actions), draws=draws)
    avatar = state.sprites[state.avatar]
    seen = {"score": int(state.score), "won": bool(state.winner) if state.ended else None, "owns": owned(game, state),
            "faces": (float(avatar.ox), float(avatar.oy))}
    assert {key: seen[key] if key in seen else sprites(game, state, key) for key in expected} == expected


def test_a_sprite_without_a_purse_owns_nothing():
    state = start(small("avatar > MovingAvatar\nc > Resource\nm > Immovable", "c avatar > collectResource", "Acm"), 0)
    state.purse[:] = 5
    purses = {int(sprite.purse): creation.owned(state, slot, 0) for slot, sprite in enumerate(state.sprites[:3])}
    assert purses == {-1: 0, **{purse: 5 for purse in purses if purse >= 0}}


def test_every_word_of_the_language_has_a_test_or_a_game():
    tests = Path(__file__), Path(__file__).parents[1].joinpath("fingerprints.py")
    shown = "".join(path.read_text("utf-8") for path in (*FOLDER.glob("*.txt"), *tests))
    missing = {*CLASSES, *EFFECTS, *ENDINGS} - {*re.findall(r"\w+", shown)}
    assert not missing
