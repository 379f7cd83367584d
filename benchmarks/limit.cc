// Plain UCT on Connect Four and nothing else: how fast the search could be if it could do nothing else.
// The nodes are those of mcts_lab/search/mcts/nodes.py, and so is the algorithm: all children of a node are made when it
// is first visited again, each is tried once in random order, then UCB1 decides; playouts are uniformly random.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kColumns = 7, kHeight = 7;  // six rows and a spare cell above each column
constexpr int kNone = -1;

struct Node {
  double total;
  int32_t visits, parent, first_child, next_sibling, action;
  int16_t children;
  int8_t mover, status;
};
static_assert(sizeof(Node) == 32, "a node is 32 bytes");

struct Board {
  uint64_t discs[2];
  uint64_t heads;  // the next free cell of each column
  int plays, winner;
};

struct Stream {
  uint64_t a, b;
  uint64_t next() {
    uint64_t t = a, s = b;
    a = s;
    t ^= t << 23;
    t ^= t >> 17;
    t ^= s ^ (s >> 26);
    return b = t;
  }
  int below(int n) { return static_cast<int>((next() >> 33) * static_cast<uint64_t>(n) >> 31); }
};

constexpr uint64_t kColumn = (uint64_t{1} << kHeight) - 1;

bool has_line(uint64_t discs) {
  for (int step : {1, kHeight, kHeight - 1, kHeight + 1}) {
    uint64_t pairs = discs & (discs >> step);
    if (pairs & (pairs >> 2 * step)) return true;
  }
  return false;
}

bool is_full(const Board& board, int column) { return board.heads >> (column * kHeight + kHeight - 1) & 1; }

void play(Board& board, int column) {
  int player = board.plays & 1;
  uint64_t disc = board.heads & (kColumn << column * kHeight);
  board.discs[player] |= disc;
  board.heads ^= disc | disc << 1;
  ++board.plays;
  if (has_line(board.discs[player])) board.winner = player;
}

bool over(const Board& board) { return board.winner >= 0 || board.plays == 42; }

struct Tables {
  std::vector<double> root_log, inverse_root;
  explicit Tables(int n) : root_log(n), inverse_root(n) {
    for (int i = 0; i < n; ++i) {
      int m = i ? i : 1;
      root_log[i] = std::sqrt(std::log(m));
      inverse_root[i] = 1 / std::sqrt(m);
    }
  }
};

Board beginning() {
  Board root{{0, 0}, 0, 0, -1};
  for (int column = 0; column < kColumns; ++column) root.heads |= uint64_t{1} << column * kHeight;
  return root;
}

void search(std::vector<Node>& nodes, const Tables& tables, int iterations, Stream& rng, const Board& root) {
  const double c = std::sqrt(2.0);
  int used = 1;
  nodes[0] = {0, 0, kNone, kNone, kNone, kNone, 0, 0, 0};
  for (int i = 0; i < iterations; ++i) {
    Board board = root;
    int node = 0;
    while (!over(board) && (node == 0 || nodes[node].visits > 0)) {
      Node& here = nodes[node];
      if (here.children == 0) {
        here.first_child = used;
        for (int column = 0; column < kColumns; ++column) {
          if (is_full(board, column)) continue;
          nodes[used] = {0, 0, node, kNone, used + 1, column, 0, static_cast<int8_t>(board.plays & 1), 0};
          ++used;
          ++here.children;
        }
        nodes[used - 1].next_sibling = kNone;
      }
      int first = here.first_child, last = first + here.children, best = first;
      if (nodes[last - 1].visits == 0) {
        while (nodes[best].visits > 0) ++best;
        std::swap(nodes[best].action, nodes[best + rng.below(last - best)].action);
      } else {
        const int n = here.visits, most = static_cast<int>(tables.root_log.size());
        const double term = c * (n < most ? tables.root_log[n] : std::sqrt(std::log(n)));
        double top = -INFINITY;
        for (int child = first; child < last; ++child) {
          const int visits = nodes[child].visits;
          const double width = visits < most ? tables.inverse_root[visits] : 1 / std::sqrt(visits);
          const double score = nodes[child].total / visits + term * width;
          if (score > top) {
            top = score;
            best = child;
          }
        }
      }
      node = best;
      play(board, nodes[node].action);
    }
    while (!over(board)) {
      int column = rng.below(kColumns);
      if (!is_full(board, column)) play(board, column);
    }
    double rewards[2] = {0.5, 0.5};
    if (board.winner >= 0) rewards[board.winner] = 1, rewards[1 - board.winner] = 0;
    for (; node != kNone; node = nodes[node].parent) {
      ++nodes[node].visits;
      nodes[node].total += rewards[nodes[node].mover];
    }
  }
}

}  // namespace

// Search so many iterations, `repeats` times from the start; returns the visits of the middle column in the last.
extern "C" int Search(int iterations, int repeats, uint64_t seed) {
  static const Tables tables(1 << 14);
  std::vector<Node> nodes(static_cast<size_t>(3) * iterations + 1024);
  Stream rng{seed | 1, seed * 0x9E3779B97F4A7C15u};
  int visits = 0;
  for (int i = 0; i < repeats; ++i) {
    search(nodes, tables, iterations, rng, beginning());
    for (int child = nodes[0].first_child; child != kNone; child = nodes[child].next_sibling)
      if (nodes[child].action == 3) visits = nodes[child].visits;
  }
  return visits;
}

// Make such a search before each of the plays of a game.
extern "C" void Match(int iterations, const int* plays, int count, uint64_t seed) {
  static const Tables tables(1 << 14);
  std::vector<Node> nodes(static_cast<size_t>(7) * iterations + 1024);
  Stream rng{seed | 1, seed * 0x9E3779B97F4A7C15u};
  Board board = beginning();
  for (int i = 0; i < count; ++i) {
    search(nodes, tables, iterations, rng, board);
    play(board, plays[i]);
  }
}
