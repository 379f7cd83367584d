"""What modules were called before there were three packages, and what they are called now."""

from __future__ import annotations

NAMES = {  # the longest name counts
    "mcts_lab.book": "mcts_course.website", "mcts_lab.book.words": "mcts_course.website.docstrings",
    "mcts_lab.course": "mcts_course.exercises", "mcts_lab.course.answering": "mcts_course.sandboxes.answering",
    "mcts_lab.course.apart": "mcts_course.sandboxes.apart", "mcts_lab.course.calls": "mcts_course.sandboxes.calls",
    "mcts_lab.course.contest": "mcts_course.contests.contest", "mcts_lab.course.duels": "mcts_course.contests.duels",
    "mcts_lab.course.editions": "mcts_course.kits.editions", "mcts_lab.course.feedback": "mcts_course.marking.feedback",
    "mcts_lab.course.gradebook": "mcts_course.marking.gradebook",
    "mcts_lab.course.grading": "mcts_course.marking.grading",
    "mcts_lab.course.handed_in": "mcts_course.sandboxes.handed_in", "mcts_lab.course.kit": "mcts_course.kits.kit",
    "mcts_lab.course.lessons": "mcts_course.lessons", "mcts_lab.course.lessons.tree": "mcts_course.lessons.uct_tree",
    "mcts_lab.course.memory": "mcts_course.sandboxes.memory", "mcts_lab.course.minutes": "mcts_course.kits.minutes",
    "mcts_lab.course.questions": "mcts_course.questions", "mcts_lab.course.quiz": "mcts_course.quizzes.quiz",
    "mcts_lab.course.sandbox": "mcts_course.sandboxes.sandbox", "mcts_lab.course.worth": "mcts_course.quizzes.worth",
    "mcts_lab.experiments": "mcts_lab.matches and mcts_papers.store",
    "mcts_lab.experiments.alphazero": "mcts_papers.studies.alphazero",
    "mcts_lab.experiments.audit": "mcts_papers.store.audit",
    "mcts_lab.experiments.branching": "mcts_papers.studies.branching",
    "mcts_lab.experiments.duel": "mcts_lab.matches.duel", "mcts_lab.experiments.effects": "mcts_papers.studies.effects",
    "mcts_lab.experiments.environment": "mcts_papers.store.environment",
    "mcts_lab.experiments.experiment": "mcts_lab.matches.experiment",
    "mcts_lab.experiments.generations": "mcts_papers.studies.generations",
    "mcts_lab.experiments.ladder": "mcts_papers.studies.ladder", "mcts_lab.experiments.match": "mcts_lab.matches.match",
    "mcts_lab.experiments.mistakes": "mcts_papers.studies.mistakes",
    "mcts_lab.experiments.own": "mcts_papers.store.own", "mcts_lab.experiments.progress": "mcts_lab.matches.progress",
    "mcts_lab.experiments.results": "mcts_papers.store.stored", "mcts_lab.experiments.run": "mcts_papers.store.run",
    "mcts_lab.experiments.self_play": "mcts_papers.studies.self_play",
    "mcts_lab.experiments.sharing": "mcts_papers.store.sharing",
    "mcts_lab.experiments.statistics": "mcts_lab.matches.statistics",
    "mcts_lab.experiments.store": "mcts_papers.store.store", "mcts_lab.experiments.sweep": "mcts_lab.matches.sweep",
    "mcts_lab.experiments.tournament": "mcts_lab.matches.tournament",
    "mcts_lab.experiments.tune": "mcts_papers.studies.tune",
    "mcts_lab.experiments.workers": "mcts_papers.store.workers",
    "mcts_lab.games.boards.connect_four_solver": "mcts_papers.studies.connect_four_solver",
    "mcts_lab.games.boards.dark_hex": "mcts_papers.games.dark_hex",
    "mcts_lab.games.cards.leduc_poker": "mcts_papers.games.leduc_poker",
    "mcts_lab.games.dou_dizhu": "mcts_papers.games.dou_dizhu",
    "mcts_lab.games.hearthstone": "mcts_papers.games.hearthstone",
    "mcts_lab.games.knockout_whist": "mcts_papers.games.knockout_whist",
    "mcts_lab.games.soccer": "mcts_papers.games.soccer", "mcts_lab.games.spades": "mcts_papers.games.spades",
    "mcts_lab.games.tribes": "mcts_papers.games.tribes", "mcts_lab.games.vgdl": "mcts_papers.games.vgdl",
    "mcts_lab.games.vgdl.board": "mcts_papers.games.vgdl.grid", "mcts_lab.lesson": "mcts_course.lesson",
    "mcts_lab.learning.bandits": "mcts_papers.papagiannis2022.bandits",
    "mcts_lab.learning.forests": "mcts_papers.papagiannis2022.forests",
    "mcts_lab.learning.pruned_bandits": "mcts_course.widgets.pruned_bandits",
    "mcts_lab.learning.pruning_models": "mcts_papers.papagiannis2022.pruning_models",
    "mcts_lab.learning.two_heads": "mcts_papers.two_heads",
    "mcts_lab.matches.tune": "mcts_papers.studies.tune",
    "mcts_lab.papers": "mcts_papers.registry and mcts_papers", "mcts_lab.papers.counting": "mcts_papers.counting",
    "mcts_lab.papers.hsu2020": "mcts_papers.hsu2020", "mcts_lab.papers.joppen2019": "mcts_papers.joppen2019",
    "mcts_lab.papers.judging": "mcts_papers.judging", "mcts_lab.papers.measuring": "mcts_papers.measuring",
    "mcts_lab.papers.miniature": "mcts_papers.studies.miniature",
    "mcts_lab.papers.papagiannis2022": "mcts_papers.papagiannis2022",
    "mcts_lab.papers.powley2013": "mcts_papers.powley2013", "mcts_lab.papers.reporting": "mcts_papers.reporting",
    "mcts_lab.papers.reporting.board": "mcts_papers.reporting.sensitivity_table",
    "mcts_lab.papers.reporting.forest": "mcts_papers.reporting.forest_plot",
    "mcts_lab.papers.runnels2023": "mcts_papers.runnels2023", "mcts_lab.papers.ties": "mcts_papers.ties",
    "mcts_lab.project": "mcts_course.jupyter", "mcts_lab.project.paths": "mcts_papers.paths",
    "mcts_lab.project.stubs": "mcts_lab.stubs", "mcts_lab.project.templates": "mcts_course.templates",
    "mcts_lab.search.evolution": "mcts_papers.evolution",
    "mcts_lab.search.mcts.tree": "mcts_lab.search.mcts.nodes",
    "mcts_lab.search.regret": "mcts_course.regret",
    "mcts_lab.views.plots.results": "mcts_lab.views.plots.match_results",
    "mcts_lab.views.plots.tree": "mcts_lab.views.plots.tree_drawing", "mcts_lab.views.widgets": "mcts_course.widgets",
    "mcts_lab.views.widgets.svg": "mcts_lab.views.svg_colours", "mcts_lab.views.words": "mcts_lab.views.captions",
    "mcts_lab.web": "mcts_course.web",
}


def now(name: str) -> str:
    """Return the present name of a module of old, "" if there is none."""
    words = name.split(".")
    for n in range(len(words), 1, -1):
        if new := NAMES.get(".".join(words[:n])):
            return ".".join([new, *words[n:]])
    return ""
