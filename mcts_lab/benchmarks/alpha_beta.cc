// A bridge to the AlphaBetaSearch inside OpenSpiel's Python extension, which exports it but has no Python binding for it.
// The declarations below are those of open_spiel/algorithms/minimax.h and open_spiel/spiel.h.
#include <cstdint>
#include <ctime>
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

namespace {
double Seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
}  // namespace

// Searches `game` from its start `repeats` times, every unfinished state at the depth limit being worth 0.
// Returns processor seconds for all of them, infinity if the game cannot undo; `value` receives the value found.
extern "C" double AlphaBetaSeconds(const char* name, int depth, bool use_undo, int repeats, double* value) try {
  std::shared_ptr<const open_spiel::Game> game = open_spiel::LoadGame(name);
  const double began = Seconds();
  for (int i = 0; i < repeats; ++i) {
    *value = open_spiel::algorithms::AlphaBetaSearch(
                 *game, nullptr, [](const open_spiel::State&) { return 0.0; }, depth, 0, use_undo).first;
  }
  return Seconds() - began;
} catch (...) {
  return std::numeric_limits<double>::infinity();
}
