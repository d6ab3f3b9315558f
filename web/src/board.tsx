// A board for any game, drawn from its table of fields; for games that do not have their own board
// yet. Fields of a seat are shown at the seat, all others in the middle. Fields that are indexed by
// places are shown in rows.
import { computed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { type BoardProps, bySeat, type GameView, type Stat } from "./game";
import { capital } from "./labels";
import { groups, letters } from "./letters";
import { type Face, grouped, TableCard, type Tint } from "./parts/card";
import { Spot, Zone } from "./parts/spot";
import { Crest, seatName } from "./parts/words";
import {
  type Card,
  type Field,
  type GameInfo,
  isSeat,
  type Move,
  members,
  type Pile,
  type Position,
} from "./protocol";
import { title } from "./rules";
import { choice } from "./table";
import { say, tell } from "./words";

const HEAD = ["players", "viewer", "learned"];
const TINTS: Tint[] = ["indigo", "beni", "matcha", "gold", "wisteria", "slate"];

const holdsCards = (field: Field): boolean => field.type === "zone" || field.type === "pile";
const ofSeats = (field: Field): boolean => field.by.startsWith("seat");

const isHand = (field: Field): boolean => field.by === "seat" && field.known === "owner";

/** The value of a name in words. */
const named = (field: Field, value: string): string =>
  capital(field.titles?.[field.names?.indexOf(value) ?? -1] ?? value);

/** The cards of a zone or a pile. */
const cardsOf = (field: Field, value: unknown): Card[] =>
  field.type === "pile"
    ? Object.entries(value as Pile).flatMap(([kind, count]) =>
        Array.from({ length: count }, () => ({ kind })),
      )
    : (value as Card[]);

/** The names of the rows of a field that is indexed by places. */
const placeNames = (info: GameInfo, count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    info.places.length === count ? (info.places[i] ?? "") : String(i + 1),
  );

/** Whether the rows are places that moves can name. */
const namesPlaces = (info: GameInfo, count: number): boolean => info.places.length === count;

class FieldBoard {
  constructor(readonly info: GameInfo) {}

  private readonly marks = computed(() => {
    const titles = this.info.kinds.map(({ id }) => title(id));
    return { letters: letters(titles), groups: groups(titles) };
  });

  readonly faces = (kind: string): Face => {
    const at = this.info.kinds.findIndex((one) => one.id === kind);
    const { letters, groups } = this.marks.value;
    return {
      tint: TINTS[(groups[at] ?? 0) % TINTS.length] ?? "slate",
      badges: [],
      letters: letters[at] ?? "",
    };
  };

  /** The kinds of the cards in the viewer's hand. If a move names a kind that is in the hand, it
   * means that card, not one on the table. */
  private mine(p: Position): Set<string | null> {
    if (!isSeat(p.viewer)) return new Set();
    const own = this.info.fields.filter(isHand);
    return new Set(
      own.flatMap((field) => bySeat<Card[]>(p[field.name], p.viewer).map((card) => card.kind)),
    );
  }

  Cards({
    field,
    cards,
    label,
    p,
    own,
  }: {
    field: Field;
    cards: Card[];
    label: string;
    p: Position;
    own: boolean;
  }): ComponentChildren {
    const held = this.mine(p);
    const where = `${field.name} ${label}`;
    const hand = own && isHand(field);
    if (cards.length === 0) return null;
    return (
      <div class="fields-cards" key={where}>
        <Zone label={label} zone={where} class={hand ? "hand" : ""}>
          {grouped(cards).map(({ card, count }, i) => {
            const elsewhere = !own && held.has(card.kind);
            const part = card.kind === null || elsewhere ? { verb: [] } : { kind: card.kind };
            const secret =
              field.known !== undefined &&
              card.kind !== null &&
              !own &&
              !(card.seen ?? "").includes("*");
            return (
              <TableCard
                key={`${card.kind} ${i}`}
                game={this.info.id}
                faces={this.faces}
                card={card}
                count={count}
                part={part}
                zone={where}
                class={hand ? "" : "small"}
                secret={secret}
                tries={own && card.kind !== null}
              />
            );
          })}
        </Zone>
        <span class="pile-name" aria-hidden="true">
          {label}
        </span>
      </div>
    );
  }

  /** A value that is not a set of cards. */
  Value({ field, value }: { field: Field; value: unknown }): ComponentChildren {
    const text = String(value);
    if (field.type === "seat")
      return isSeat(text) ? (
        <>
          <Crest seat={text} /> {seatName(text)}
        </>
      ) : (
        "–"
      );
    if (field.type === "seats")
      return members(text).length > 0
        ? members(text).map((seat) => <Crest key={seat} seat={seat} />)
        : "–";
    if (field.type === "kind") return text === "-" ? "–" : title(text);
    return field.type === "name" ? named(field, text) : text;
  }

  /** An element of a field: cards, or the field's name with a value. */
  Element({
    field,
    value,
    p,
    own,
  }: {
    field: Field;
    value: unknown;
    p: Position;
    own: boolean;
  }): ComponentChildren {
    const name = capital(field.title);
    if (holdsCards(field))
      return this.Cards({ field, cards: cardsOf(field, value), label: name, p, own });
    return (
      <span class="fields-value" key={field.name}>
        <span class="pile-name">{name}</span> <b>{this.Value({ field, value })}</b>
      </span>
    );
  }

  /** Rows of places. Places that moves can name can be chosen. */
  Rows({
    fields,
    pick,
    p,
    own,
  }: {
    fields: Field[];
    pick: (field: Field) => unknown[];
    p: Position;
    own: boolean;
  }): ComponentChildren {
    const count = Math.max(0, ...fields.map((field) => pick(field).length));
    const chosen = namesPlaces(this.info, count);
    return placeNames(this.info, count).map((place, i) => (
      <div class="fields-row" key={place}>
        {chosen ? (
          <Spot part={{ place }} label={title(place)} term={place} class="fields-place">
            {title(place)}
          </Spot>
        ) : (
          <span class="fields-place">{place}</span>
        )}
        {fields
          .filter((field) => pick(field).length > i)
          .map((field) => this.Element({ field, value: pick(field)[i], p, own }))}
      </div>
    ));
  }

  /** The `wanted` fields of a seat. */
  Seat({
    p,
    seat,
    own,
    wanted,
  }: {
    p: Position;
    seat: string;
    own: boolean;
    wanted: (field: Field) => boolean;
  }): ComponentChildren {
    const fields = this.info.fields.filter(
      (field) => ofSeats(field) && !this.isStat(field) && wanted(field),
    );
    const single = fields.filter((field) => field.by === "seat");
    const placed = fields.filter((field) => field.by === "seat place");
    return (
      <div class="fields-seat">
        {single.map((field) => this.Element({ field, value: bySeat(p[field.name], seat), p, own }))}
        {this.Rows({
          fields: placed,
          pick: (field) => bySeat<unknown[]>(p[field.name], seat),
          p,
          own,
        })}
      </div>
    );
  }

  private isStat(field: Field): boolean {
    return field.by === "seat" && field.type === "number";
  }

  /** Cards that a move can name but that are not visible on the table. */
  private unseen(p: Position): string[] {
    const seen = new Set(
      this.info.fields
        .filter(holdsCards)
        .flatMap((field) => ([p[field.name]] as unknown[]).flat(2))
        .flatMap((one) =>
          one && typeof one === "object" ? ("kind" in one ? [one.kind] : Object.keys(one)) : [],
        ),
    );
    const named = new Set(choice.value.left.flatMap((move) => move.parts.kind ?? []));
    return [...named].filter((kind) => !seen.has(kind));
  }

  readonly Board = ({ p, viewer }: BoardProps) => {
    const middle = this.info.fields.filter(
      (field) => !ofSeats(field) && !HEAD.includes(field.name),
    );
    const single = middle.filter((field) => field.by === "");
    const placed = middle.filter((field) => field.by === "place");
    const count = Math.max(0, ...placed.map((field) => (p[field.name] as unknown[]).length));
    const loose = namesPlaces(this.info, count) ? [] : this.info.places;
    return (
      <div class="fields-board">
        <p class="fields-line">
          {single
            .filter((field) => !holdsCards(field))
            .map((field) => this.Element({ field, value: p[field.name], p, own: false }))}
        </p>
        <div class="fields-middle">
          {single
            .filter(holdsCards)
            .map((field) => this.Element({ field, value: p[field.name], p, own: false }))}
        </div>
        {this.Rows({ fields: placed, pick: (field) => p[field.name] as unknown[], p, own: false })}
        {isSeat(viewer) &&
          this.Seat({ p, seat: viewer, own: true, wanted: (field) => !isHand(field) })}
        {loose.length > 0 && (
          <Zone label={say("Places")} class="fields-places">
            {loose.map((place) => (
              <Spot
                key={place}
                part={{ place }}
                label={title(place)}
                term={place}
                class="fields-place"
              >
                {title(place)}
              </Spot>
            ))}
          </Zone>
        )}
        {this.Cards({
          field: { name: "named", title: "", type: "zone", by: "" },
          cards: this.unseen(p).map((kind) => ({ kind })),
          label: say("Cards to choose from"),
          p,
          own: false,
        })}
      </div>
    );
  };

  /** Only the hand. The seat's other fields are in the middle, so that both fit on a small
   * screen. */
  readonly Mine = ({ p, seat }: BoardProps & { seat: string }) => (
    <>{this.Seat({ p, seat, own: true, wanted: isHand })}</>
  );
  readonly Theirs = ({ p, seat }: BoardProps & { seat: string }) => (
    <>{this.Seat({ p, seat, own: false, wanted: () => true })}</>
  );

  readonly stats = (p: Position, seat: string): Stat[] => {
    const numbers = this.info.fields.filter((field) => this.isStat(field));
    const found: Stat[] = numbers.map((field) => ({
      icon: field.name === "coins" ? "coin" : "win",
      value: bySeat<number>(p[field.name], seat),
      label: field.title,
      points: field.name === this.info.unit,
    }));
    return found.some((stat) => stat.points)
      ? found
      : [...found, { icon: "win", value: "", label: this.info.unit, points: true }];
  };

  readonly label = (move: Move): string => {
    const numbers = (move.parts.numbers ?? []).join(say(", "));
    return numbers
      ? tell(
          "{1}: {2}",
          move.parts.kind ? title(move.parts.kind) : capital(move.parts.verb),
          numbers,
        )
      : capital(move.parts.kind ? title(move.parts.kind) : move.parts.verb || move.move);
  };
}

export function fieldBoard(info: GameInfo): GameView {
  const { Board, Mine, Theirs, stats, label } = new FieldBoard(info);
  return { id: info.id, Board, Mine, Theirs, stats, label, onBoard: [] };
}
