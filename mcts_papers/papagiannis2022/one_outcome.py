"""The search tree of the authors' program: one determinization for the whole tree."""

import numpy as np

from mcts_lab.game import legal_actions
from mcts_lab.search.mcts.closed_loop import ClosedLoop
from mcts_lab.search.mcts.memory import CURRENT, FIRST_SAVED, SAVED
from mcts_lab.search.mcts.needs import no_determinization
from mcts_lab.search.mcts.nodes import NONE, ROOT
from mcts_lab.search.mcts.saved_states import KeptStates, SavedOutcomes, SavedStates


class OneOutcome(KeptStates):
    """`SavedStates` for games with hidden information: one determinization is sampled at the root, for the whole tree.

    So every edge has one outcome, sampled at its first visit; only events below the tree are sampled in each
    iteration. The program of [Papagiannis 2022] works like this. It is cheap, but one unlucky sample counts for
    the whole edge. If the tree is kept for the next move, only the legal actions of its state are compared with
    those of the game, so the determinization may contradict what the player knows by then.

    guesses: False searches the real state, with the information that is hidden from the player.
    """

    guesses: bool = True

    def problem(self, game, facts, method):
        return no_determinization(game, facts)

    def may_follow(self, game, facts, same_player):
        return same_player

    def fits_state(self, game, memory, node, state):
        place = int(memory.of(self).places[node])
        return place != NONE and same_choices(game, memory.states[place], state)

    def keep_first(self, memory, used):
        """Forget the stored states of all nodes except the first `used` nodes."""
        places = memory.of(self).places[:used]
        have = np.flatnonzero(places != NONE)
        memory.states[FIRST_SAVED : FIRST_SAVED + len(have)] = memory.states[places[have]]
        places[have] = np.arange(FIRST_SAVED, FIRST_SAVED + len(have))
        memory.counters[SAVED] = len(have)

    spare_states = SavedOutcomes.spare_states

    def sample(self, game, root, state, memory):
        """Sample the tree's determinization when the tree is begun."""
        place = memory.of(self).places[ROOT]
        if place != NONE:
            game.put(memory.states, CURRENT, memory.states[place])
            return
        game.put(memory.states, CURRENT, root)
        if self.guesses:
            game.determinize(state, int(memory.nodes[ROOT].mover), memory.rng)
        self.save(game, state, ROOT, memory)

    advance = SavedStates.advance

    judge = SavedStates.judge

    select_child = ClosedLoop.select_child


def same_choices(game, imagined, state) -> bool:
    """Return whether the player to move has the same legal actions in both states."""
    return game.to_move(imagined) == game.to_move(state) and (
        set(legal_actions(game, imagined)) == set(legal_actions(game, state)))
