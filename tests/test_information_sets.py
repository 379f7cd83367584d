"""Searches with hidden information: variants of ISMCTS, ensembles, and the smallest games that tell them apart."""

import numpy as np
import pytest

from mcts_lab import game as rules
from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import (
    CHANCE,
    action_name,
    after,
    determinize,
    facts,
    legal_actions,
    new_states,
    sample_action,
    start,
    to_move,
)
from mcts_lab.games.adapters.plain import as_game
from mcts_lab.papers.powley2013.knowledge import AvoidRules
from mcts_lab.search import (
    PIMC,
    UCB1,
    UCT,
    All,
    LimitedPlayout,
    MultipleObserver,
    ProgressiveWidening,
    Search,
    SingleObserver,
    SingleObserverPOM,
)
from mcts_lab.search.mcts import information_sets as worlds
from mcts_lab.search.mcts.reuse import children_of

WORLDS = {"SO": SingleObserver(), "POM": SingleObserverPOM(), "MO": MultipleObserver()}


def ismcts(world):
    return UCT(world=world, selection=UCB1(0.7))


PIMC = PIMC(trees=20, method=UCT(selection=UCB1(0.7)))


def first_decision(game, *names, seed=0):
    """The state after chance has been drawn and the actions of these names were played."""
    state, rng = start(game, seed), stream(seed)
    scratch = np.empty(facts(game).branching, np.int32)
    for name in (*names, None):
        while to_move(game, state) == CHANCE:
            state = after(game, state, int(sample_action(game, state, rng, scratch)))
        if name is not None:
            state = after(game, state, {action_name(game, state, a): a for a in legal_actions(game, state)}[name])
    return state


def chosen(method, game, state, seed, iterations=1500):
    return method.search(game, state, iterations=iterations, seed=seed, compiled=False).name


def paths(tree):
    """The visits and mean rewards of every node, by the actions that lead to it."""
    nodes, found = tree.nodes, {}
    for node in range(len(nodes)):
        path, at = [], node
        while at > 0:
            path.append(int(nodes[at]["action"]))
            at = int(nodes[at]["parent"])
        found[tuple(reversed(path))] = (int(nodes[node]["visits"]), round(float(nodes[node]["total"]), 9))
    return found


@pytest.mark.parametrize("name, options", [("knockout_whist", {"players": 3}), ("spades", {}), ("dou_dizhu", {})])
def test_where_all_moves_are_public_the_variants_build_the_same_tree(name, options):
    game = games.make(name, **options)
    state = start(game, 4)
    trees = {}
    for key, world in WORLDS.items():
        search = Search(game, state, ismcts(world), seed=9, compiled=False)
        search.run(60)
        trees[key] = paths(search.tree)
    assert trees["SO"] == trees["POM"] == trees["MO"]
    assert sum(len(path) == 1 for path in trees["SO"]) > 1


def test_a_search_does_not_look_at_what_is_hidden():
    """States that the observer cannot tell apart give the same tree."""
    game = games.knockout_whist(players=3)
    state = start(game, 4)
    other = new_states(game, 1)
    other[0] = state
    determinize(game, other[0], int(to_move(game, state)), stream(8))
    assert other[0].tobytes() != state.tobytes()
    for world in WORLDS.values():
        one, two = (Search(game, s, ismcts(world), seed=9, compiled=False) for s in (state, other[0]))
        one.run(20), two.run(20)
        assert one.result().visits.keys() == two.result().visits.keys()


def test_three_ways_of_counting_availability():
    """At the root every card is always legal, so that the counts can be told from the order of the visits."""
    game = games.knockout_whist(players=3)
    state = start(game, 4)
    counts, trees = {}, {}
    for availability in (worlds.PAPER, worlds.DEMO, worlds.VISITS):
        search = Search(game, state, ismcts(SingleObserver(availability)), seed=9, compiled=False)
        search.run(120)
        children = children_of(search.nodes, 0)
        counts[availability] = list(search.memory.world[0][children])
        trees[availability] = search.nodes.tobytes()
    cards = len(counts[worlds.PAPER])
    assert counts[worlds.PAPER] == [120 - made for made in range(cards)]
    assert counts[worlds.DEMO] == [1 + 120 - cards] * cards
    assert len(set(trees.values())) == 3


# -- strategy fusion and non-locality ----------------------------------------------------------------------------------


def test_coin_in_a_box():
    """Naming the coin blindly is worth 0, so `safe` is right; separate worlds promise +1 for `go`."""
    game = games.coin_in_a_box()
    state = first_decision(game)
    for world in WORLDS.values():
        assert [chosen(ismcts(world), game, state, seed, 800) for seed in range(3)] == ["safe"] * 3
    assert [chosen(PIMC, game, state, seed, 800) for seed in range(3)] == ["go"] * 3
    value = ismcts(SingleObserver()).search(game, state, iterations=4000, seed=1, compiled=False).values
    go = next(a for a in legal_actions(game, state) if action_name(game, state, a) == "go")
    assert value[go] == pytest.approx(0.0, abs=0.35)


def test_hidden_choice():
    """`play` is worth -1/7 against best play; only trees that know what is not seen can tell."""
    game = games.hidden_choice()
    state = first_decision(game)
    expected = {"SO": "play", "POM": "safe", "MO": "safe"}
    for key, world in WORLDS.items():
        assert [chosen(ismcts(world), game, state, seed, 2500) for seed in range(3)] == [expected[key]] * 3
    assert [chosen(PIMC, game, state, seed, 2500) for seed in range(3)] == ["play"] * 3


def test_no_variant_cures_non_locality():
    """Player 1 goes on only in world B, where R is right; weighing the worlds by the deal gives L."""
    game = games.non_locality()
    state = first_decision(game, "on")
    assert to_move(game, state) == 0
    for method in [*map(ismcts, WORLDS.values()), PIMC, PIMC._replace(vote="visits")]:
        assert [chosen(method, game, state, seed, 600) for seed in range(3)] == ["L"] * 3


KUHN = [("K", "call"), ("J", "fold")]


@pytest.mark.parametrize("card, right", KUHN)
@pytest.mark.parametrize("method", [*map(ismcts, WORLDS.values()), PIMC], ids=[*WORLDS, "PIMC"])
def test_dominated_actions_of_kuhn_poker(method, card, right):
    """Facing a bet, a King always calls and a Jack always folds, in every equilibrium and against every opponent."""
    game = games.kuhn_poker()
    for seed in range(40):
        state = first_decision(game, "bet", seed=seed)
        if "JQK"[int(state.cards[int(to_move(game, state))])] == card:
            assert chosen(method, game, state, seed, 300) == right
            return
    pytest.fail("no such deal")


# -- rewards, ensembles ------------------------------------------------------------------------------------------------


def test_an_ensemble_shares_out_its_budget_and_votes():
    game = games.kuhn_poker()
    state = first_decision(game)
    result = PIMC.search(game, state, iterations=333, seed=1, compiled=False)
    assert sum(result.visits.values()) == result.iterations == 333 and not result.proven
    with pytest.raises(ValueError, match="share"):
        PIMC.search(game, state, iterations=5)
    with pytest.raises(ValueError, match="vote"):
        PIMC._replace(vote="none").search(game, state, iterations=100)
    with pytest.raises(ValueError, match="world"):
        PIMC._replace(method=ismcts(SingleObserver())).search(game, state, iterations=100)


def test_a_cheating_ensemble_sees_the_true_state():
    game = games.coin_in_a_box()
    result = PIMC._replace(guess=False).search(game, first_decision(game), iterations=2000, seed=1, compiled=False)
    assert result.name == "go" and result.value > 0.5


def test_what_rules_leave_out_is_not_played_for_what_looks_like_it():
    phantom = type(games.phantom_ttt())

    class Cautious(phantom):
        """Whoever plays second does not want the middle."""

    played = set()

    @rules.facts.register(Cautious)
    def cautious_facts(game):
        return facts(games.phantom_ttt())

    @rules.advised_against.register(Cautious)
    def cautious_advised_against(game, state, action):
        return to_move(game, state) == 1 and action == 4

    @rules.heuristic.register(Cautious)
    def cautious_heuristic(game, state, player):
        return 0.0

    @rules.play.register(Cautious)
    def cautious_play(game, state, action, rng):
        played.add((int(to_move(game, state)), int(action)))
        rules.play.implementation(phantom)(game, state, action, rng)

    method = UCT(world=SingleObserverPOM(), leaf=LimitedPlayout(0))
    game = Cautious(*games.phantom_ttt())
    for pruning, middle in ((All(), True), (AvoidRules(), False)):
        played.clear()
        method._replace(pruning=pruning).search(game, start(game, 0), iterations=120, seed=1, compiled=False)
        assert {action for player, action in played if player == 1} >= {0, 2, 6, 8}
        assert ((1, 4) in played) == middle


class Whispers:
    """Player 0 makes all twelve plays, and the other two hear of each a word that they do not expect."""

    players, actions, branching, length, perfect_information = 3, 40, 1, 12, False

    def start(self):
        return 0, 0

    def to_move(self, state):
        return 0 if state[0] < self.length else None

    def legal(self, state):
        return [0]

    def play(self, state, action):
        return state[0] + 1, state[1]

    def payoff(self, state, player):
        return 0.0

    def determinize(self, state, observer, random):
        return state[0], random.randrange(1, 80)

    def observation(self, state, action, observer):
        return action if observer == 0 else state[1]


@pytest.mark.parametrize("pruning", [All(), ProgressiveWidening(k=1.0, alpha=0.5)], ids=str)
def test_an_iteration_makes_no_more_nodes_than_are_set_aside_for_it(pruning):
    """One in the tree of the player to move, and along the whole way in the trees of those to whom all of it is new."""
    game = as_game(Whispers())
    search = Search(game, start(game), ismcts(MultipleObserver())._replace(pruning=pruning), seed=1, compiled=False)
    made = []
    for _ in range(20):
        before = len(search.nodes)
        search.run(1)
        made.append(len(search.nodes) - before)
    assert made[11] == max(made) == 1 + 2 * 12 <= MultipleObserver().spare_nodes(facts(game)) < search.plan.spare[0]
