// What a game provides for its board: what lies on its table, and the labels of its buttons.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Move, Position } from "./protocol";

export interface BoardProps {
  /** The position as the viewer sees it. */
  p: Position;
  /** Whose view it is: a seat, "spectator" or "all". */
  viewer: string;
}

export interface Stat {
  icon: string;
  value: string | number;
  label: string;
  /** The match is decided by these points. Some of them may be counted only at the end. */
  points?: boolean;
}

export interface GameView {
  /** What lies in the middle. */
  Board: ComponentType<BoardProps>;
  /** What is mine: the hand, and what lies in front of me. */
  Mine: ComponentType<BoardProps & { seat: string }>;
  /** What lies in front of another seat, shown under its name. */
  Theirs?: ComponentType<BoardProps & { seat: string }>;
  /** Numbers next to a seat's name. */
  stats(p: Position, seat: string): Stat[];
  /** Whether the seat is out of the game for now. */
  out?(p: Position, seat: string): boolean;
  /** Verbs whose numbers can be chosen on the board. */
  onBoard: string[];
  /** The text of a button for the move. */
  label(move: Move): string;
}

/** The games whose boards are loaded. */
export const loadedGames = signal<Record<string, GameView>>({});

/** The element of a field by seat. */
export function bySeat<T>(field: unknown, seat: string): T {
  return (field as T[])[seat.charCodeAt(0) - 65] as T;
}

export function seats(players: number): string[] {
  return [..."ABCDEF"].slice(0, players);
}

/** The other seats, in turn order after this one; all seats for a spectator. */
export function others(players: number, seat: string): string[] {
  const all = seats(players);
  const at = all.indexOf(seat);
  return at < 0 ? all : [...all.slice(at + 1), ...all.slice(0, at)];
}
