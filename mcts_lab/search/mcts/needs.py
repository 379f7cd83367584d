"""Requirements that several components share. Each function returns why its requirement is not met, or None.

The method `problem` of a component returns such a reason, as the end of a sentence that begins with the
component's name.
"""

from ...engine.distinct import overrides
from ...game import Game, public_observation
from ..advice import advised
from .components import Component


def all_components(method):
    """Yield the components of `method`, and the components inside them."""
    for component in method:
        if isinstance(component, Component):
            yield component
            if component._fields:
                yield from all_components(component)


def no_heuristic(game, facts):
    if not overrides(game, Game.heuristic):
        return (f"needs a heuristic, which {facts.title} does not define. Use Playout(), or give its class a method "
                "heuristic.")


def no_end(facts):
    if not facts.ends:
        return (f"plays to the end of the game, but {facts.title} with these options may never end. Use "
                "LimitedPlayout() or Evaluate().")


def no_ratings(method):
    if not method.prior.gives_ratings:
        return "needs ratings of the children. Add prior=HeuristicRating()."


def random_states(facts):
    if facts.random_play:
        others = "" if facts.perfect_information else ", or PIMC(method=UCT(tree=OpenLoop()))"
        return (f"(the default tree) has one node for each state, but {facts.title} uses random numbers during a move. "
                f"{advised(facts, 'Use tree=OpenLoop() or SavedStates()')}{others}.")


def uncertain_play(facts, method):
    if facts.random_play and not method.tree.keeps_states():
        return (f"needs one state for each node, but {facts.title} uses random numbers during a move. "
                f"{'Use tree=SavedStates()' if facts.perfect_information else 'Leave it out'}.")
    return changing_actions(facts, method)


def changing_actions(facts, method):
    if method.tree.nodes_are_states():
        return None
    if facts.perfect_information:
        trees = "SavedStates()" if facts.random_play else "ClosedLoop() or SavedStates()"
        return f"needs the same actions at every visit of a node. Use tree={trees}."
    trees = "" if facts.random_play else ", or give it to the trees of PIMC(method=UCT(...))"
    return f"needs the same actions at every visit of a node. Leave it out{trees}."


def labels_for_actions(method, does):
    """Return a reason if nodes stand for labels. does: the end of the component's sentence before "not", such as "rates
    actions"."""
    if method.tree.nodes_are_labels:
        return f"{does}, not what an observer sees of them. Use tree=SingleObserver() or MultipleObserver()."


def labels_on_the_path(game, method, does):
    """Return a reason if nodes on the path may stand for labels. does: as in `labels_for_actions`."""
    all_see = not overrides(game, Game.observation) or type(game).observation is public_observation
    if method.tree.nodes_are_labels or (method.tree.others_are_labels and not all_see):
        return f"{does}, not what an observer sees of them. Use tree=SingleObserver()."


def no_determinization(game, facts):
    if not facts.perfect_information and not overrides(game, Game.determinize):
        return (f"samples determinizations, but {facts.title}, which has hidden information, does not define how. "
                "Give its class a method determinize.")


def no_observation(game, facts):
    if not facts.perfect_information and not overrides(game, Game.observation):
        return (f"needs to know what each player sees of an action, which {facts.title} does not define. Give its "
                "class a method observation (it returns the action itself if all see it), or use "
                "tree=SingleObserver().")
