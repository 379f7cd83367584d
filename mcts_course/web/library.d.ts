// Types of mcts_lab.js, which `mcts-lab export GAME --wasm FOLDER` writes.

/** The bytes of a record. Functions leave the one they are given as it is. */
export type State = Uint8Array;
/** A whole number of at least 0, or several: the streams are those of numpy.random.SeedSequence. */
export type Seed = number | number[];

export interface Options {
  /** The name of one of the manifest's methods; by default its first. */
  method?: string;
  /** 1 to 100,000,000, by default 1,000. A proven root ends a search before. */
  iterations?: number;
  /** By default 0. Equal seeds give equal trees, here and in Python. */
  seed?: Seed;
  /** The exploration constant, for methods that have one; by default the method's own. */
  c?: number;
}

export interface Child {
  action: number;
  visits: number;
  /** Mean reward to the player to move, from 0 to 1; NaN without visits. */
  value: number;
}

export interface Result {
  /** What the search would play. */
  action: number;
  value: number;
  iterations: number;
  nodes: number;
  /** Whether memory ran out, so that the tree no longer grew. */
  full: boolean;
  /** Whether the value of the position is proven. */
  proven: boolean;
  /** The actions of the root. */
  children: Child[];
  /** The action to play and the most visited answers. */
  line: number[];
}

/** Every function throws a RangeError, in one sentence, for what it cannot take. */
export interface Game {
  /** Facts of the game (title, players, methods, ...), as written by Python. */
  readonly manifest: Manifest;
  start(seed?: Seed): State;
  /** The player to move, from 0; -1 where chance decides, -2 at the end. */
  toMove(state: State): number;
  legal(state: State): number[];
  play(state: State, action: number, seed?: Seed): State;
  /** A chance outcome by its odds, or one of the legal actions. */
  sample(state: State, seed?: Seed): number;
  /** At the end of the game. */
  payoff(state: State, player: number): number;
  /** The fields of the state, as in Python. */
  fields(state: State): Record<string, unknown>;
  /** The action in words; without pictures its number. */
  name(state: State, action: number): string;
  /** As `viewer` sees it; null: all that there is. Needs pictures, as `svg` does. */
  text(state: State, viewer?: number | null): string;
  svg(state: State, viewer?: number | null, dark?: boolean): string;
  search(state: State, options?: Options): Result;
}

export interface Manifest {
  name: string;
  title: string;
  players: number;
  playerNames: string[];
  actions: number;
  low: number;
  high: number;
  methods: Record<string, unknown>;
  [more: string]: unknown;
}

/** What GAME.js exports as `pictures`: names, texts and drawings. */
export interface Pictures {
  ready(): Promise<void>;
}

/** Make a game of the module's bytes and the manifest, the content of GAME.wasm and GAME.json, and of its pictures. */
export function load(module: BufferSource, manifest: Manifest, pictures?: Pictures | null): Promise<Game>;
