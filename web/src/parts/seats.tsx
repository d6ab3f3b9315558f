// Those who sit at the table, each with crest, name, numbers and clock.
import type { GameView } from "../games/game";
import type { Position } from "../protocol";
import { info, past, present, stepping, viewer } from "../table";
import { say, tell } from "../words";
import { Icon } from "./art";
import { Clock } from "./clock";
import { Spot } from "./spot";
import { botRemark, Crest, seatName } from "./words";

export function SeatPanel({ game, p, seat, mine }: { game: GameView; p: Position; seat: string; mine?: boolean }) {
  const sitter = info.value?.seats.find((one) => one.seat === seat);
  const acts = !past.value && info.value?.state === "playing" && present.value?.actor === seat;
  const out = game.out?.(p, seat) ?? false;
  const stats = game.stats(p, seat);
  const rank = info.value?.ranks?.[seat.charCodeAt(0) - 65];
  const remarks = [
    botRemark(sitter),
    out ? say("out for now") : "",
    sitter?.away ? say("away, a bot plays") : "",
    sitter?.resigned ? say("has given up") : "",
    info.value?.state === "over" && rank !== undefined && !stepping.value ? tell("rank {1}", rank) : "",
  ].filter(Boolean);
  const name = mine ? tell("{1} (you)", seatName(seat)) : seatName(seat);
  const words = [name, acts ? say("has the turn") : "", ...stats.map((stat) => `${stat.label} ${stat.value}`), ...remarks].filter(Boolean).join(", ");
  const Theirs = game.Theirs;
  return (
    <li class={`seat seat-${seat} ${acts ? "acts" : ""} ${out ? "out" : ""}`}>
      <Spot part={{ seat }} label={words} class="seat-head">
        <Crest seat={seat} />
        <span class="seat-name">
          {name}
          {remarks.length > 0 && <small>{remarks.join(say(", "))}</small>}
        </span>
        <span class="seat-stats">
          {stats.map((stat) => (
            <span class="stat" key={stat.label} title={stat.label}>
              <Icon name={stat.icon} />
              {stat.value}
            </span>
          ))}
          <Clock seat={seat} />
        </span>
      </Spot>
      {!mine && Theirs && <Theirs p={p} viewer={viewer.value} seat={seat} />}
    </li>
  );
}
