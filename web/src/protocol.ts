// The messages of docs/PROTOCOL.md: the parts that this client reads.

export type Seat = string; // "A" to "F"

/** Whether a view is a seat's, not a spectator's. */
export const isSeat = (viewer: string): boolean => /^[A-F]$/.test(viewer);

/** The seats of a set like "AC"; "-" is the empty set. */
export const members = (set: string | undefined): Seat[] => [...(set ?? "")].filter(isSeat);

export interface Parts {
  verb: string;
  kind?: string;
  seats?: string;
  numbers?: number[];
  places?: string[];
}

export interface Move {
  move: string;
  parts: Parts;
  text: string;
}

export interface Card {
  kind: string | null;
  seen?: string;
}

export type Pile = Record<string, number>;

export interface Ply {
  ply: number;
  seat?: Seat;
  move: string;
  text: string[];
}

/** What a seat knows: a key for each field of the game (docs/NOTATION.md). */
export type Position = Record<string, unknown> & { players: number; viewer: string };

export interface View {
  table: string;
  id: number;
  ply: number;
  game: string;
  actor?: Seat;
  seat: string;
  view: Position;
  log: Ply[];
  clocks?: number[];
  running?: Seat;
  prompt?: string;
  moves?: Move[];
}

export interface Sitter {
  seat: Seat;
  is: "free" | "player" | "bot";
  name?: string;
  /** Of what its player adds to the deal. */
  seal?: string;
  player?: number;
  /** The name was registered when the player sat down. */
  kept?: boolean;
  rated?: boolean;
  away?: boolean;
  shown?: boolean;
  resigned?: boolean;
}

export interface Settings {
  game: string;
  players: number;
  options: Record<string, string>;
  clock: string;
  listed: boolean;
  rated: boolean;
  watched: boolean;
  strict: boolean;
}

export type TableState = "waiting" | "playing" | "over" | "closed";

export interface Summary extends Settings {
  table: string;
  state: TableState;
  seats: Sitter[];
}

export interface Table extends Summary {
  id: number;
  you?: Seat;
  host: number;
  counts: boolean;
  commitment: string;
  secret?: string;
  points?: number[];
  ranks?: number[];
  aborted?: boolean;
  /** The seats that must reveal their shares of the deal. */
  reveal?: string;
  undo?: { ply: number; agreed: string; asked: string };
  next?: string;
}

export interface ChatLine {
  id: number;
  seat?: Seat;
  player: number;
  name: string;
  kept: boolean;
  text: string;
}

export interface Player {
  id: number;
  name: string;
  kept: boolean;
}

/** A device or program on which the player is signed in. */
export interface Session {
  session: string;
  device: string;
  created?: number;
  used?: number;
  own: boolean;
}

export interface Rating {
  game: string;
  players: number;
  rating: number;
  deviation: number;
  games: number;
}

export interface Finished extends Settings {
  table: string;
  time: number;
  places: { name: string; player?: number; kept?: boolean; rank: number; points: number }[];
}

export interface Replay {
  table: string;
  ply: number;
  last: number;
  game: string;
  seat: string;
  view: Position;
  log: Ply[];
}

export interface Range {
  min: number;
  max: number;
}

/** A field of a position (docs/NOTATION.md). */
export interface Field {
  name: string;
  /** What people call it. */
  title: string;
  type: "number" | "name" | "seat" | "seats" | "viewer" | "kind" | "pile" | "zone";
  /** How its elements are indexed: by seat or place it is a list, by both a list of lists. */
  by: "" | "seat" | "place" | "seat place";
  /** Who knows the cards of a zone in which some may be hidden; without it everybody does. */
  known?: "owner" | "nobody";
  /** Sometimes other players look at the cards. */
  looked_at?: boolean;
  /** The cards have an order, the first one on top. */
  ordered?: boolean;
  /** How many cards fit into the zone. */
  most?: number;
  names?: string[];
  /** What people call the names. */
  titles?: string[];
}

export interface GameInfo {
  id: string;
  title: string;
  about: string;
  /** Of the points: "coins". */
  unit: string;
  minutes: Range;
  /** From 1, relaxed, to 3, deep. */
  weight: number;
  players: Range & { usual: number };
  fields: Field[];
  kinds: { id: string; title: string }[];
  verbs: { id: string; title: string }[];
  places: string[];
  options: {
    name: string;
    about: string;
    default: string;
    values: string[];
    players?: Range;
  }[];
}

export interface Refusal {
  type: "refused";
  request?: string;
  clause: string;
  text: string;
}

export type Message = { type: string; ref?: number } & Record<string, unknown>;
