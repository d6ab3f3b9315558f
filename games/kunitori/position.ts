// Made by web/types.mjs from the table of fields; './test --bless kunitori' writes it anew.
import type { Card, Pile, Position, Seat } from "../../web/src/protocol";

export type Kind =
  | "copper"
  | "silver"
  | "gold"
  | "village"
  | "town"
  | "land"
  | "spear"
  | "archers"
  | "cavalry"
  | "gunners"
  | "young_general"
  | "fortress"
  | "farmers"
  | "tech"
  | "survey"
  | "tax"
  | "road"
  | "flood"
  | "market"
  | "tea"
  | "harbour"
  | "mine"
  | "castle"
  | "nobunaga"
  | "hideyoshi"
  | "ieyasu"
  | "shingen"
  | "kenshin"
  | "masamune"
  | "motonari"
  | "yoshihiro";

export interface View extends Position {
  learned: string;
  phase:
    | "action"
    | "trash"
    | "gain"
    | "battle"
    | "attack"
    | "follow"
    | "defend"
    | "prize"
    | "top"
    | "buy"
    | "keep"
    | "over";
  starter: Seat;
  turn: Seat;
  round: number;
  ending: string;
  actions: number;
  buys: number;
  money: number;
  subject: Kind | "-";
  limit: number;
  plan: string[];
  front: string;
  left: number;
  force: number[];
  attacked: string;
  supply: Pile;
  trash: Pile;
  holding: Pile[];
  discard: Pile[];
  territory: Pile[];
  hand: Card[][];
  deck: Card[][];
  top: Card[][];
  shown: Card[][];
}
