// Plain UCT on five games and nothing else: how fast the search could be if it could do nothing else.
// The nodes are those of mcts_lab/search/mcts/nodes.py, and so is the algorithm: all children of a node are made when it
// is first visited again, each is tried once in random order, then UCB1 decides; playouts are uniformly random.
// A game has a state that says who is to move and who has won, and the functions legal, play and playout.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace {

constexpr int kNone = -1, kDraw = 2;  // winners: a player, kDraw, or kNone while the game goes on

struct Node {
  double total;
  int32_t visits, parent, first_child, next_sibling, action;
  int16_t children;
  int8_t mover, status;
};
static_assert(sizeof(Node) == 32, "a node is 32 bytes");

struct Stream {
  uint64_t a, b;
  explicit Stream(uint64_t seed) : a((seed + 1) * 0x9E3779B97F4A7C15), b((seed + 1) * 0xBF58476D1CE4E5B9) {
    for (int i = 0; i < 16; ++i) next();  // few bits are set at first
  }
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

constexpr uint64_t bit(int n) { return uint64_t{1} << n; }
inline int count(uint64_t word) { return __builtin_popcountll(word); }
inline int lowest(uint64_t word) { return __builtin_ctzll(word); }

inline uint64_t nth(uint64_t word, int n) {  // the n-th set bit, as a word
#ifdef __BMI2__
  return _pdep_u64(bit(n), word);
#else
  while (n-- > 0) word &= word - 1;
  return word & -word;
#endif
}
inline int nth_bit(uint64_t word, int n) { return lowest(nth(word, n)); }

inline int list(uint64_t word, int* out) {
  int n = 0;
  for (; word; word &= word - 1) out[n++] = lowest(word);
  return n;
}

struct TicTacToe {
  static constexpr int kMost = 9;  // legal actions in a state
  uint64_t marks[2] = {0, 0};
  int mover = 0, winner = kNone;

  uint64_t free() const { return 511 & ~(marks[0] | marks[1]); }
  int legal(int* out) const { return list(free(), out); }
  void play(int action) {
    uint64_t mine = marks[mover] |= bit(action);
    for (uint64_t line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124})
      if ((mine & line) == line) winner = mover;
    if (winner == kNone && !free()) winner = kDraw;
    mover ^= 1;
  }
  void playout(Stream& rng) {
    while (winner == kNone) play(nth_bit(free(), rng.below(count(free()))));
  }
};

struct ConnectFour {
  static constexpr int kMost = 7, kColumns = 7, kHeight = 7;  // six rows and a spare cell above each column
  static constexpr uint64_t kColumn = bit(kHeight) - 1;
  uint64_t discs[2] = {0, 0}, heads = 0;  // heads: the next free cell of each column
  int mover = 0, winner = kNone, plays = 0;

  ConnectFour() {
    for (int column = 0; column < kColumns; ++column) heads |= bit(column * kHeight);
  }
  static bool has_line(uint64_t discs) {
    for (int step : {1, kHeight, kHeight - 1, kHeight + 1}) {
      uint64_t pairs = discs & (discs >> step);
      if (pairs & (pairs >> 2 * step)) return true;
    }
    return false;
  }
  bool is_full(int column) const { return heads >> (column * kHeight + kHeight - 1) & 1; }
  int legal(int* out) const {
    int n = 0;
    for (int column = 0; column < kColumns; ++column)
      if (!is_full(column)) out[n++] = column;
    return n;
  }
  void play(int column) {
    uint64_t disc = heads & (kColumn << column * kHeight);
    discs[mover] |= disc;
    heads ^= disc | disc << 1;
    if (has_line(discs[mover])) winner = mover;
    else if (++plays == 42) winner = kDraw;
    mover ^= 1;
  }
  void playout(Stream& rng) {
    while (winner == kNone) {
      int column = rng.below(kColumns);
      if (!is_full(column)) play(column);
    }
  }
};

typedef uint64_t Lanes __attribute__((vector_size(32)));  // along rows, columns and both diagonals

struct Othello {  // a1 is bit 0, h8 bit 63; action 64 passes
  static constexpr int kMost = 60, kPass = 64;
  uint64_t discs[2] = {bit(28) | bit(35), bit(27) | bit(36)};
  uint64_t moves = bit(19) | bit(26) | bit(37) | bit(44);
  int mover = 0, winner = kNone;

  static constexpr Lanes kStep = {1, 8, 7, 9};
  static uint64_t any(Lanes x) {
    x |= __builtin_shuffle(x, Lanes{2, 3, 0, 1});
    return x[0] | x[1];
  }
  static Lanes all(uint64_t x) { return Lanes{x, x, x, x}; }
  static Lanes inside(uint64_t theirs) {  // discs that a line may cross without leaving the board
    constexpr uint64_t kInner = 0x7E7E7E7E7E7E7E7E;
    return all(theirs) & Lanes{kInner, ~uint64_t{0}, kInner, kInner};
  }
  // Discs of `inner` in an unbroken line behind those of `from`, upwards and downwards.
  static void lines(Lanes from, Lanes inner, Lanes& up, Lanes& down) {
    Lanes pairs = inner & (inner << kStep), below = pairs >> kStep, twice = kStep + kStep;
    up = inner & (from << kStep);
    down = inner & (from >> kStep);
    up |= inner & (up << kStep);
    down |= inner & (down >> kStep);
    for (int i = 0; i < 2; ++i) {
      up |= pairs & (up << twice);
      down |= below & (down >> twice);
    }
  }
  static uint64_t places(uint64_t mine, uint64_t theirs) {
    Lanes up, down;
    lines(all(mine), inside(theirs), up, down);
    return any((up << kStep) | (down >> kStep)) & ~(mine | theirs);
  }
  static uint64_t flips(uint64_t mine, uint64_t theirs, uint64_t place) {
    Lanes up, down, own = all(mine);
    lines(all(place), inside(theirs), up, down);
    return any((up & ~(Lanes)(((up << kStep) & own) == 0)) | (down & ~(Lanes)(((down >> kStep) & own) == 0)));
  }
  void decide() {
    int lead = count(discs[0]) - count(discs[1]);
    winner = lead > 0 ? 0 : lead < 0 ? 1 : kDraw;
  }
  int legal(int* out) const {
    if (moves) return list(moves, out);
    out[0] = kPass;
    return 1;
  }
  static void put(uint64_t& mine, uint64_t& theirs, uint64_t place) {
    uint64_t flipped = flips(mine, theirs, place);
    mine |= flipped | place;
    theirs ^= flipped;
  }
  void play(int action) {
    if (action != kPass) put(discs[mover], discs[mover ^ 1], bit(action));
    mover ^= 1;
    moves = places(discs[mover], discs[mover ^ 1]);
    if (!moves && !places(discs[mover ^ 1], discs[mover])) decide();
  }
  void playout(Stream& rng) {
    if (winner != kNone) return;
    uint64_t mine = discs[mover], theirs = discs[mover ^ 1], now = moves;
    for (;;) {
      if (now) put(mine, theirs, nth(now, rng.below(count(now))));
      else if (!places(theirs, mine)) break;
      std::swap(mine, theirs);
      mover ^= 1;
      now = places(mine, theirs);
    }
    discs[mover] = mine;
    discs[mover ^ 1] = theirs;
    decide();
  }
};

struct Breakthrough {  // 8 x 8; the first player goes up the bits; an action is a target and a side
  static constexpr int kMost = 48;
  static constexpr uint64_t kLeft = 0x0101010101010101, kRight = kLeft << 7;
  uint64_t pieces[2] = {0xFFFF, uint64_t{0xFFFF} << 48};
  int mover = 0, winner = kNone;

  // Cells that pieces of `player` enter: from the file to the right, from the same, and from the one to the left.
  template <int player>
  void targets(uint64_t* to) const {
    uint64_t mine = pieces[player], taken = mine | pieces[!player];
    to[0] = (player ? (mine & ~kLeft) >> 9 : (mine & ~kLeft) << 7) & ~mine;
    to[1] = (player ? mine >> 8 : mine << 8) & ~taken;
    to[2] = (player ? (mine & ~kRight) >> 7 : (mine & ~kRight) << 9) & ~mine;
  }
  int legal(int* out) const {
    uint64_t to[3];
    mover ? targets<1>(to) : targets<0>(to);
    int n = 0;
    for (int side = 0; side < 3; ++side)
      for (uint64_t left = to[side]; left; left &= left - 1) out[n++] = lowest(left) * 4 + side;
    return n;
  }
  void play(int action) {
    mover ? move<1>(bit(action >> 2), action & 3) : move<0>(bit(action >> 2), action & 3);
    mover ^= 1;
  }
  template <int player>
  bool move(uint64_t to, int side) {  // whether that wins
    pieces[player] ^= to | (player ? to << (9 - side) : to >> (7 + side));
    pieces[!player] &= ~to;
    bool won = !pieces[!player] || (player ? to & 0xFF : to >> 56);
    if (won) winner = player;
    return won;
  }
  template <int player>
  bool move_at_random(Stream& rng) {
    uint64_t to[3];
    targets<player>(to);
    int first = count(to[0]), second = first + count(to[1]);
    int n = rng.below(second + count(to[2]));
    if (n < first) return move<player>(nth(to[0], n), 0);
    if (n < second) return move<player>(nth(to[1], n - first), 1);
    return move<player>(nth(to[2], n - second), 2);
  }
  void playout(Stream& rng) {
    if (winner != kNone || (mover && move_at_random<1>(rng))) return;
    while (!move_at_random<0>(rng) && !move_at_random<1>(rng)) {
    }
  }
};

struct Hex {  // 11 x 11; the second player's stones are held with rows and columns exchanged, so both go down
  static constexpr int kSide = 11, kCells = kSide * kSide, kMost = kCells;
  static constexpr uint32_t kFull = (1u << kSide) - 1;
  uint32_t stones[2][kSide] = {}, taken[kSide] = {};
  int mover = 0, winner = kNone, plays = 0;

  static uint32_t along(uint32_t linked, uint32_t stones) {  // all of each row of stones that has one linked
    uint32_t up = stones, down = stones, from = linked;
    for (int step = 1; step < kSide; step *= 2) {
      linked |= (up & linked << step);
      up &= up << step;
      from |= (down & from >> step);
      down &= down >> step;
    }
    return linked | from;
  }
  static bool joined(const uint32_t* stones) {  // from the first row to the last
    uint32_t linked[kSide] = {stones[0]};
    if (!linked[0]) return false;
    for (bool changed = true; changed;) {
      changed = false;
      for (int row = 1; row < kSide; ++row) {
        uint32_t from = linked[row] | ((linked[row - 1] | linked[row - 1] >> 1) & stones[row]);
        if (from != linked[row]) linked[row] = along(from, stones[row]), changed = true;
      }
      if (linked[kSide - 1]) return true;
      if (!changed) return false;
      changed = false;
      for (int row = kSide - 2; row > 0; --row) {
        uint32_t from = linked[row] | ((linked[row + 1] | linked[row + 1] << 1) & stones[row]);
        if (from != linked[row]) linked[row] = along(from, stones[row]), changed = true;
      }
    }
    return false;
  }
  int legal(int* out) const {
    int n = 0;
    for (int row = 0; row < kSide; ++row)
      for (uint32_t free = kFull & ~taken[row]; free; free &= free - 1) out[n++] = row * kSide + lowest(free);
    return n;
  }
  void play(int action) {
    int row = action / kSide, column = action % kSide;
    taken[row] |= 1u << column;
    if (mover == 0) stones[0][row] |= 1u << column;
    else stones[1][column] |= 1u << row;
    if (++plays >= 2 * kSide - 1 && joined(stones[mover])) winner = mover;
    mover ^= 1;
  }
  void playout(Stream& rng) {  // shares the free cells out at random, and looks who is joined
    if (winner != kNone) return;
    uint32_t free[kSide];
    uint32_t* first = stones[0];
    int surplus = -(kCells + 1) / 2;
    for (int row = 0; row < kSide; ++row) {
      free[row] = kFull & ~taken[row];
      first[row] |= free[row] & rng.next() >> 32;
      surplus += count(first[row]);
    }
    while (surplus) {
      int cell = rng.below(kCells), row = cell / kSide;
      uint32_t place = 1u << cell % kSide & free[row];
      if (surplus > 0 ? first[row] & place : place & ~first[row]) {
        first[row] ^= place;
        surplus += surplus > 0 ? -1 : 1;
      }
    }
    winner = joined(first) ? 0 : 1;
  }
};

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

// Search from `root` in memory for so many nodes; returns how many there are then.
template <class Game>
int search(Node* nodes, int room, int iterations, Stream& rng, const Game& root) {
  static const Tables tables(1 << 14);
  const int most = static_cast<int>(tables.root_log.size());
  const double c = std::sqrt(2.0);
  int used = 1, actions[Game::kMost];
  nodes[0] = {0, 0, kNone, kNone, kNone, kNone, 0, 0, 0};
  for (int i = 0; i < iterations; ++i) {
    Game game = root;
    int node = 0;
    while (game.winner == kNone && (node == 0 || nodes[node].visits > 0)) {
      Node& here = nodes[node];
      if (here.children == 0) {
        int n = game.legal(actions);
        if (used + n > room) break;
        here.first_child = used;
        here.children = static_cast<int16_t>(n);
        for (int k = 0; k < n; ++k, ++used)
          nodes[used] = {0, 0, node, kNone, used + 1, actions[k], 0, static_cast<int8_t>(game.mover), 0};
        nodes[used - 1].next_sibling = kNone;
      }
      int first = here.first_child, last = first + here.children, best = first;
      if (nodes[last - 1].visits == 0) {
        while (nodes[best].visits > 0) ++best;
        std::swap(nodes[best].action, nodes[best + rng.below(last - best)].action);
      } else {
        const int n = here.visits;
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
      game.play(nodes[node].action);
    }
    game.playout(rng);
    double rewards[2] = {0.5, 0.5};
    if (game.winner != kDraw) rewards[game.winner] = 1, rewards[1 - game.winner] = 0;
    for (; node != kNone; node = nodes[node].parent) {
      ++nodes[node].visits;
      nodes[node].total += rewards[nodes[node].mover];
    }
  }
  return used;
}

Node* room_for(int nodes) {  // kept for the next search: fresh pages take long
  static std::unique_ptr<Node[]> kept;
  static int size = 0;
  if (nodes > size) kept.reset(new Node[size = nodes]);
  return kept.get();
}

template <class Game>
int search_often(int iterations, int repeats, uint64_t seed) {
  const int room = std::min(Game::kMost * iterations, 1 << 25) + 1024;
  Node* nodes = room_for(room);
  Stream rng(seed);
  int used = 0;
  for (int i = 0; i < repeats; ++i) used = search(nodes, room, iterations, rng, Game());
  return used;
}

}  // namespace

// Search so many iterations, `repeats` times from the start; returns the nodes of the last tree. The games are in the
// order of limit.GAMES.
extern "C" int Search(int game, int iterations, int repeats, uint64_t seed) {
  switch (game) {
    case 0: return search_often<TicTacToe>(iterations, repeats, seed);
    case 1: return search_often<ConnectFour>(iterations, repeats, seed);
    case 2: return search_often<Othello>(iterations, repeats, seed);
    case 3: return search_often<Breakthrough>(iterations, repeats, seed);
    default: return search_often<Hex>(iterations, repeats, seed);
  }
}

// Make such a search of Connect Four before each of the plays of a game.
extern "C" void Match(int iterations, const int* plays, int count, uint64_t seed) {
  const int room = ConnectFour::kMost * iterations + 1024;
  Node* nodes = room_for(room);
  Stream rng(seed);
  ConnectFour game;
  for (int i = 0; i < count; ++i) {
    search(nodes, room, iterations, rng, game);
    game.play(plays[i]);
  }
}
