// Made by web/types.mjs from the table of fields; './test --bless glory' writes it anew.
import type { Card, Pile, Position, Seat } from "../../web/src/protocol";

export type Kind =
  | "emperor"
  | "empress"
  | "daimyo"
  | "shogun"
  | "samurai"
  | "ninja"
  | "envoy"
  | "monk"
  | "farmer";

export interface View extends Position {
  learned: string;
  tasks: number;
  ninja: number;
  round: number;
  phase: "draw" | "play" | "after" | "reveal" | "deal" | "over";
  starter: Seat;
  turn: Seat;
  first: "-" | "draw1" | "draw2" | "discard1" | "discard2";
  chooser: string;
  turns: number;
  gained: number;
  figures: number[];
  score: number[];
  gain: number[];
  best: number[];
  loose: Pile;
  set: Pile[];
  hand: Card[][];
  task: Card[][][];
  undealt: Card[][];
  draw: Card[][];
  discard: Card[][];
}
