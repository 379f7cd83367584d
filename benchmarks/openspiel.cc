// A bridge to the AlphaBetaSearch inside OpenSpiel's Python extension, which exports it but has no Python binding for it.
// The declarations below are those of open_spiel/algorithms/minimax.h and open_spiel/spiel.h.
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace open_spiel {
class Game;
class State;
std::shared_ptr<const Game> LoadGame(const std::string& name);
namespace algorithms {
std::pair<double, std::int64_t> AlphaBetaSearch(const Game& game, const State* state,
                                                std::function<double(const State&)> value_function, int depth_limit,
                                                int maximizing_player, bool use_undo);
}  // namespace algorithms
}  // namespace open_spiel

// Searches `game` from its start `repeats` times, every unfinished state at the depth limit being worth 0.
// Returns the value for the first player, or NaN if OpenSpiel cannot do it (the game cannot undo, say).
extern "C" double AlphaBetaValue(const char* name, int depth, bool use_undo, int repeats) try {
  std::shared_ptr<const open_spiel::Game> game = open_spiel::LoadGame(name);
  double value = 0.0;
  for (int i = 0; i < repeats; ++i) {
    value = open_spiel::algorithms::AlphaBetaSearch(
                *game, nullptr, [](const open_spiel::State&) { return 0.0; }, depth, 0, use_undo).first;
  }
  return value;
} catch (...) {
  return std::numeric_limits<double>::quiet_NaN();
}
