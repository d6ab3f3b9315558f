// The seats of the table, each with crest, name, numbers and clock.
import type { GameView } from "../game";
import type { Position } from "../protocol";
import { info, past, present, viewer } from "../table";
import { say, tell } from "../words";
import { Icon } from "./art";
import { Clock, duration, timeLeft } from "./clock";
import { Spot } from "./spot";
import { botRemark, Crest, Kept, seatName } from "./words";

/** The numbers of a seat. `final` are its points at the end of the match, since some points are
 * counted only then. */
const statsOf = (game: GameView, p: Position, seat: string, final: number | undefined) =>
  game
    .stats(p, seat)
    .map((stat) => (stat.points ? { ...stat, value: final ?? stat.value } : stat))
    .filter((stat) => stat.value !== "");

function Stats({ seat, stats }: { seat: string; stats: ReturnType<typeof statsOf> }) {
  return (
    <span class="seat-stats">
      {stats.map((stat) => (
        <span class="stat" key={stat.label} title={stat.label}>
          <Icon name={stat.icon} />
          {stat.value}
        </span>
      ))}
      <Clock seat={seat} />
    </span>
  );
}

export function SeatPanel({
  game,
  p,
  seat,
  mine,
}: {
  game: GameView;
  p: Position;
  seat: string;
  mine?: boolean;
}) {
  const sitter = info.value?.seats.find((one) => one.seat === seat);
  const acts = !past.value && info.value?.state === "playing" && present.value?.actor === seat;
  const out = game.out?.(p, seat) ?? false;
  const at = seat.charCodeAt(0) - 65;
  const over = info.value?.state === "over" && !past.value;
  const stats = statsOf(game, p, seat, over ? info.value?.points?.[at] : undefined);
  const rank = info.value?.ranks?.[at];
  const remarks = [
    botRemark(sitter),
    out ? say("out for now") : "",
    sitter?.away ? say("away, a bot plays") : "",
    sitter?.resigned ? say("has given up") : "",
    over && rank !== undefined ? tell("rank {1}", rank) : "",
  ].filter(Boolean);
  const time = timeLeft(seat);
  const words = [
    mine ? tell("{1} (you)", seatName(seat)) : seatName(seat),
    sitter?.kept ? say("registered name") : "",
    acts ? say("has the turn") : "",
    ...stats.map((stat) => `${stat.label} ${stat.value}`),
    time === undefined ? "" : tell("time {1}", duration(time)),
    ...remarks,
  ]
    .filter(Boolean)
    .join(say(", "));
  const Theirs = game.Theirs;
  return (
    <li class={`seat seat-${seat} ${acts ? "acts" : ""} ${out ? "out" : ""}`}>
      <Spot part={{ seat }} label={words} class="seat-head">
        <Crest seat={seat} />
        <span class="seat-name">
          <span class="seat-called">
            <span>{seatName(seat)}</span>
            <Kept kept={sitter?.kept} />
            {mine && <span>{tell("{1} (you)", "")}</span>}
          </span>
          {remarks.length > 0 && <small>{remarks.join(say(", "))}</small>}
        </span>
        <Stats seat={seat} stats={stats} />
      </Spot>
      {!mine && Theirs && <Theirs p={p} viewer={viewer.value} seat={seat} />}
    </li>
  );
}
