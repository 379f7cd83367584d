"""What programs and libraries for game tree search can do, and which of it is here: ``python tests/field.py`` writes
``docs/field.md``.

A row is a technique, an expression that uses it, and a test of it; a technique that is not here has a reason or
nothing. `test_field.py` evaluates the expressions, looks for the tests, and compares the page.
"""

from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "field.md"
IMPORTS = """\
from mcts_lab import games
from mcts_lab.experiments.duel import duel
from mcts_lab.experiments.tune import tune
from mcts_lab.game import start
from mcts_lab.learning import bandits
from mcts_lab.learning.networks import load
from mcts_lab.papers.joppen2019.preferences import BinarySubtree, RelativeUCB
from mcts_lab.papers.joppen2019.values import NormalisedMean, NormalisedReward
from mcts_lab.papers.papagiannis2022.mixed_leaves import Blend
from mcts_lab.papers.powley2013.knowledge import InformedPlayout, ProgressiveBias
from mcts_lab.players import SearchPlayer
from mcts_lab.project.paths import data
from mcts_lab.search import *
from mcts_lab.search.evolution import RHEA
from mcts_lab.search.minimax.alpha_beta import AlphaBeta
from mcts_lab.search.minimax.expectiminimax import Expectiminimax
from mcts_lab.search.minimax.minimax import Minimax
from mcts_lab.search.regret import CFR, exploitability

networks = load(data() / "models" / "pruning_uniform.npz").tables
game, poker = games.tic_tac_toe(), games.kuhn_poker()
state = start(game)
"""
EXACT, TEXTBOOK, LARGE = "test_exact_search", "test_textbook", "test_large_branching"
FIELD = {
    "Minimax and its family": [
        ("minimax", "Minimax(3)", f"{EXACT}::test_minimax_nodes_of_connect_four"),
        ("alpha-beta", "AlphaBeta(3)", f"{EXACT}::test_nodes_of_tic_tac_toe"),
        ("an evaluation at the depth limit", "AlphaBeta(3, evaluation=None)",
         f"{EXACT}::test_draw_lies_between_loss_and_win"),
        ("make and undo in place of copies", "", "states are small records"),
        ("order by earlier searches", 'AlphaBeta(4, ordering="pv+table", table_bits=8, iterative=True)',
         f"{EXACT}::test_every_option_changes_the_search"),
        ("killers and history", 'AlphaBeta(3, ordering="killer")', f"{EXACT}::test_every_option_changes_the_search"),
        ("iterative deepening", "AlphaBeta(iterative=True)",
         f"{EXACT}::test_deepening_equals_fixed_depth_and_stops_when_solved"),
        ("transposition table", "AlphaBeta(table_bits=16)",
         f"{EXACT}::test_a_table_replaces_what_cost_least_and_only_where_a_bucket_is_full"),
        ("symmetry", "", "in the solver of Connect Four alone"),
        ("principal variation search", "AlphaBeta(3, scout=True)",
         f"{EXACT}::test_the_loop_is_the_recursion_of_the_textbook"),
        ("aspiration windows", "AlphaBeta(3, iterative=True, aspiration=0.1)",
         f"{EXACT}::test_aspiration_finds_the_same_values_and_counts_what_it_looks_at"),
        ("MTD(f), SSS*, DUAL*", "", ""),
        ("quiescence search", "AlphaBeta(2, quiescence=4)",
         f"{EXACT}::test_noisy_actions_are_followed_as_in_the_textbook"),
        ("null moves, late moves, futility", "", ""),
        ("extensions", "", ""),
        ("mate distance", "AlphaBeta(sooner=True)",
         f"{EXACT}::test_the_sooner_of_two_wins_and_the_later_of_two_losses"),
        ("proof-number search", "", ""),
        ("best-first minimax, BRS+", "", ""),
        ("max-n without chance", "", "in `MCTSSolver` alone"),
        ("paranoid search", 'AlphaBeta(3, perspective="root")', f"{EXACT}::test_perspective_of_the_root"),
        ("expectiminimax", "Expectiminimax(3)", f"{EXACT}::test_expectiminimax_of_pig"),
        ("Star1, Star2", "", ""),
        ("counts of nodes, cut-offs, hits", "AlphaBeta(3).search(game, state).cutoffs",
         f"{EXACT}::test_nodes_of_connect_four"),
    ],
    "Selection": [
        ("UCT with UCB1", "UCT(selection=UCB1(0.7))", f"{TEXTBOOK}::test_uct"),
        ("UCB1-Tuned", "UCT(selection=UCB1Tuned())", f"{TEXTBOOK}::test_rules_for_bandits"),
        ("UCB-V", "UCT(selection=UCBV())", f"{TEXTBOOK}::test_rules_for_bandits"),
        ("KL-UCB", "UCT(selection=KLUCB())", f"{TEXTBOOK}::test_rules_for_bandits"),
        ("PUCT", "UCT(selection=PUCT(), prior=HeuristicPrior())",
         "test_alphazero::test_puct_weighs_belief_against_visits"),
        ("Thompson sampling", "UCT(selection=Thompson())", f"{TEXTBOOK}::test_rules_for_bandits"),
        ("Bayes-UCT", "", ""),
        ("EXP3, regret matching in a tree", "", "regret matching is in `CFR`"),
        ("BRUE", "", ""),
        ("value at risk, quantiles", "", ""),
        ("ordinal values: Borda scores", "OMCTS()", "test_ordinal::test_the_example_of_the_paper"),
        ("preferences: PB-MCTS", "UCT(selection=RelativeUCB(), world=BinarySubtree())",
         "test_ordinal::test_an_iteration_of_preferences_compares_two_actions_in_each_node"),
        ("MixMax", "UCT(value=MixMax(0.25))", "test_off_and_on::test_what_is_switched_off_changes_nothing"),
        ("values scaled by what was seen", "UCT(value=NormalisedMean())",
         "test_ordinal::test_rewards_are_normalised_as_they_arrive"),
        ("first-play urgency", "UCT(fpu=1.0)",
         "test_accounting::test_a_tie_with_first_play_urgency_goes_to_what_is_new"),
        ("RAVE", "RAVE()", f"{TEXTBOOK}::test_rave"),
        ("GRAVE", "UCT(selection=GRAVE(), fpu=1.0)", f"{TEXTBOOK}::test_grave"),
        ("abstraction of opponents' moves", "", ""),
        ("progressive bias", "UCT(prior=ProgressiveBias())",
         "test_knowledge::test_ratings_stay_with_their_children_where_children_are_made_together"),
        ("progressive history", "", ""),
        ("groups of moves", "UCT(pruning=MoveGroups())", f"{LARGE}::test_one_group_is_searched_at_the_root"),
        ("decisive moves", "UCT(leaf=DecisivePlayout())", f"{TEXTBOOK}::test_playouts_that_are_not_random"),
        ("the final move by a lower bound", "", ""),
        ("the final move by visits or by value", "UCT(final=BestValue())", "test_uct::test_final_choices_differ"),
    ],
    "Pruning and widening": [
        ("progressive widening and unpruning", "UCT(pruning=ProgressiveWidening())",
         f"{TEXTBOOK}::test_progressive_widening"),
        ("double progressive widening", "UCT(world=SavedOutcomes(), pruning=ProgressiveWidening())",
         f"{LARGE}::test_what_chance_did_stays_or_widens"),
        ("hard pruning by a heuristic", "UCT(pruning=HardPruning())", f"{TEXTBOOK}::test_hard_pruning"),
        ("hard pruning by confidence bounds", "", ""),
        ("absolute pruning", "UCT(pruning=AbsolutePruning())", "test_solver::test_pruning_never_makes_a_false_proof"),
        ("relative pruning", "UCT(pruning=RelativePruning())", "test_solver::test_pruning_never_makes_a_false_proof"),
        ("soft pruning", "UCT(pruning=SoftPruning())", f"{LARGE}::test_soft_pruning_comes_and_goes"),
        ("pruning in playouts", "UCT(leaf=RavePlayout())",
         f"{LARGE}::test_playouts_leave_out_what_went_badly_wherever_it_was_played"),
        ("pruning networks", "UCT(pruning=PruningNetworks(networks))", f"{TEXTBOOK}::test_pruning_networks"),
        ("random bandits to learn from", "bandits", "test_learning::test_means_come_from_their_distribution"),
        ("alpha-beta bounds in a Monte Carlo tree", "", ""),
    ],
    "Playouts, leaves, backing up": [
        ("a playout policy of one's own", "UCT(leaf=InformedPlayout())",
         "test_knowledge::test_advice_uses_only_what_the_mover_knows"),
        ("MAST", "UCT(leaf=MAST())", f"{TEXTBOOK}::test_playouts_that_are_not_random"),
        ("NST", "UCT(leaf=NST())", f"{TEXTBOOK}::test_playouts_that_are_not_random"),
        ("last good reply", "UCT(leaf=LastGoodReply())", f"{TEXTBOOK}::test_playouts_that_are_not_random"),
        ("playouts cut off", "UCT(leaf=LimitedPlayout(5))",
         "test_off_and_on::test_what_is_switched_off_changes_nothing"),
        ("a function or a model in place of a playout", "UCT(leaf=Evaluate())",
         "test_alphazero::test_the_textbooks_search_grows_the_same_tree"),
        ("playout and evaluation together", "UCT(leaf=Blend(Evaluate()))",
         "test_pruning_paper_parts::test_a_blend_weighs_both"),
        ("lambda and max backups", "UCT(value=MaxBackup(0.8))", f"{TEXTBOOK}::test_max_backups"),
        ("implicit minimax", "UCT(value=ImplicitMinimax(), prior=HeuristicRating())",
         f"{TEXTBOOK}::test_implicit_minimax"),
        ("minimax inside (MR, IP, MB)", "", ""),
        ("MCTS-Solver", "MCTSSolver()", "test_solver::test_every_proven_node_is_exact"),
        ("score-bounded MCTS", "", ""),
        ("a graph in place of a tree", "", ""),
        ("nested search in playouts", "", ""),
        ("NMCS, NRPA", "", ""),
        ("noise and temperature at the root", "UCT(selection=PUCT(), prior=RootNoise(HeuristicPrior()))",
         "test_alphazero::test_noise_is_at_the_root_alone_and_off_is_off"),
        ("sequential halving", "UCT(pruning=SequentialHalving())", f"{TEXTBOOK}::test_sequential_halving"),
        ("SHOT", "", ""),
        ("Gumbel noise", "UCT(prior=GumbelNoise(HeuristicPrior()), pruning=SequentialHalving())",
         "test_off_and_on::test_every_number_matters"),
        ("flat Monte Carlo", "", "the paper of Powley et al. has `FlatMonteCarlo` for cards"),
        ("evolution: RHEA", "RHEA()", f"{LARGE}::test_evolution_improves_its_plan_within_its_budget"),
        ("evolution of turns, portfolios", "", ""),
    ],
    "Hidden information, chance, players": [
        ("chance nodes", "UCT(world=ClosedLoop())", f"{LARGE}::test_an_outcome_is_gone_to_as_often_as_before"),
        ("open loop", "UCT(world=OpenLoop())", "test_parts::test_every_world_and_leaf_plays_the_games_of_searches"),
        ("PIMC", "PIMC(trees=10)", f"{TEXTBOOK}::test_perfect_information_monte_carlo"),
        ("SO-ISMCTS", "ISMCTS()", f"{TEXTBOOK}::test_information_set_search"),
        ("SO-ISMCTS with partially observed moves", "UCT(world=POM())", "test_information_sets::test_hidden_choice"),
        ("MO-ISMCTS", "UCT(world=MO())", "test_information_sets::test_three_ways_of_counting_availability"),
        ("a limit on guesses at the root", "", "`PIMC(trees=...)` alone"),
        ("actions legal in some guesses only", "ISMCTS()",
         "test_pruning::test_widening_counts_what_is_legal_in_this_world"),
        ("weighted beliefs", "", ""),
        ("exact yardsticks: CFR, best replies", "exploitability(poker, CFR(poker, plus=True).run(2).policy)",
         "test_regret::test_these_are_openspiels_figures"),
        ("simultaneous moves", "", ""),
        ("a reward for each of several players", "UCT()", "test_uct::test_invariants_of_every_tree"),
        ("paranoid Monte Carlo", "", ""),
        ("a model of the opponent", "", ""),
        ("one player: variance, best seen", "", "`MixMax` looks at the best seen"),
        ("rewards on the way", "", ""),
    ],
    "Running": [
        ("a budget of iterations", "UCT().search(game, state, iterations=10)",
         "test_uct::test_invariants_of_every_tree"),
        ("of seconds", "UCT().search(game, state, seconds=0.01)",
         "test_uct::test_budgets_in_calls_and_seconds_and_progress"),
        ("of calls of the rules", "UCT().search(game, state, calls=50)",
         "test_accounting::test_calls_are_the_plays_that_were_made"),
        ("of memory", "UCT().search(game, state, iterations=10, memory=10**6)",
         "test_memory::test_a_tree_keeps_to_its_memory_and_says_that_it_is_full"),
        ("a stop when nothing can change", "UCT(pruning=AbsolutePruning(stop=True))",
         "test_off_and_on::test_every_number_matters"),
        ("trees side by side", "UCT().search(game, state, iterations=10, workers=2)",
         "test_parallel::test_the_answer_is_the_sum_of_trees_with_their_own_seeds"),
        ("playouts side by side", "", ""),
        ("one tree by several threads, virtual loss", "", "each thread has a tree of its own"),
        ("leaves in batches", "", ""),
        ("a tree kept from move to move", "SearchPlayer(UCT(), iterations=10, keep_tree=True)",
         "test_reuse::test_what_others_might_have_done_is_dropped"),
        ("told of progress", "UCT().search(game, state, iterations=10, progress=print)",
         "test_uct::test_budgets_in_calls_and_seconds_and_progress"),
        ("a seed", "UCT().search(game, state, iterations=10, seed=1)",
         "test_golden::test_searches_build_what_they_built_before"),
        ("a choice of how ties are broken", "", "the first of equals, but for the final move"),
        ("trees as files", "UCT().search(game, state, iterations=10).tree.save",
         "test_tree_view::test_json_round_trip"),
        ("a trace of every phase", "Search(game, state, UCT()).run(3)", "test_trace::test_phases_come_in_order"),
        ("senseless combinations refused", "UCT().search",
         "test_uct::test_senseless_combinations_are_refused_in_one_sentence"),
        ("numbers tuned automatically",
         'tune(game, UCT(), {"selection.c": [0.5, 1.0]}, budget={"iterations": 10}, games=8)',
         "test_tune::test_the_better_half_stays_and_fresh_games_judge_the_best"),
        ("significance: paired games, a sequential test", "duel",
         "test_duel::test_a_wrong_hypothesis_is_accepted_as_seldom_as_promised"),
    ],
}


def row(technique, example, told) -> str:
    """Return the line of a technique in the page; `told` is its test, or a reason if it is not here."""
    if not example:
        return f"| {technique} | no{f': {told}' if told else ''} | |"
    return f"| {technique} | `{example}` | `{told}` |"


def page() -> str:
    """Return the whole page."""
    rows = [row for rows in FIELD.values() for row in rows]
    lines = ["# What the field can do, and what is here", "",
             f"{len(rows)} techniques of programs and libraries for game tree search; {sum(bool(r[1]) for r in rows)} "
             "are here, each with an example and a test of it.", "The examples run after these lines:", "",
             "```python", IMPORTS.rstrip(), "```"]
    for title, rows in FIELD.items():
        lines += ["", f"## {title}: {sum(bool(r[1]) for r in rows)} of {len(rows)}", "", "| technique | here | test |",
                  "| --- | --- | --- |", *(row(*one) for one in rows)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
