// Made by web/types.mjs from the table of fields; './test --bless shitenno' writes it anew.
import type { Card, Pile, Position, Seat } from "../../web/src/protocol";

export type Kind =
  | "hatamoto"
  | "exchange"
  | "plus"
  | "samurai"
  | "bushi"
  | "sohei"
  | "shinobi"
  | "samurai+samurai"
  | "samurai+bushi"
  | "samurai+sohei"
  | "samurai+shinobi"
  | "bushi+bushi"
  | "bushi+sohei"
  | "bushi+shinobi"
  | "sohei+sohei"
  | "sohei+shinobi"
  | "shinobi+shinobi"
  | "koku1"
  | "koku2"
  | "koku3"
  | "samurai-exchange"
  | "samurai-plus"
  | "samurai-taking"
  | "bushi-exchange"
  | "bushi-plus"
  | "bushi-taking"
  | "sohei-exchange"
  | "sohei-plus"
  | "sohei-taking"
  | "shinobi-exchange"
  | "shinobi-plus"
  | "shinobi-taking";

export type Place =
  | "chugoku"
  | "chubu"
  | "hokkaido"
  | "kyushu"
  | "kanto"
  | "kansai"
  | "shikoku"
  | "tohoku"
  | "daimyo"
  | "shomyo"
  | "sensei"
  | "hatamoto";

export interface View extends Position {
  learned: string;
  phase: "form" | "offer" | "divide" | "choose" | "turn" | "pay" | "gild" | "over";
  year: number;
  turn: Seat;
  title: string[];
  next: string[];
  lot_title: "-" | "daimyo" | "shomyo" | "sensei" | "hatamoto";
  offer_title: "-" | "daimyo" | "shomyo" | "sensei" | "hatamoto";
  placed: number;
  used: number;
  target:
    | "-"
    | "chugoku"
    | "chubu"
    | "hokkaido"
    | "kyushu"
    | "kanto"
    | "kansai"
    | "shikoku"
    | "tohoku";
  pay_hatamoto: number;
  pay_exchange: number;
  pay_plus: number;
  exchange: number[];
  plus: number[];
  taking: number[];
  score: number[];
  chugoku: string[];
  chubu: string[];
  hokkaido: string[];
  kyushu: string[];
  kanto: string[];
  kansai: string[];
  shikoku: string[];
  tohoku: string[];
  koku: Card[];
  "chugoku-tiles": Card[];
  "chubu-tiles": Card[];
  "hokkaido-tiles": Card[];
  "kyushu-tiles": Card[];
  "kanto-tiles": Card[];
  "kansai-tiles": Card[];
  "shikoku-tiles": Card[];
  "tohoku-tiles": Card[];
  deck: Card[];
  offer: Pile;
  lot: Pile;
  paid: Pile;
  discard: Pile;
  taken: Pile;
  hand: Card[][];
}
