// Clocks: the time comes from the server, and is counted down here between two of its messages.
import { useEffect, useState } from "preact/hooks";
import { present } from "../table";
import { tell } from "../words";
import { Icon } from "./art";

/** "2:05", "1:02:05", "3 d". */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86400),
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60),
  ];
  const two = (number: number) => String(number).padStart(2, "0");
  if (days >= 2) return tell("{1} d", days);
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

let received = 0;
present.subscribe(() => (received = Date.now()));

/** The time that the seat has left now, if there is a clock. */
export function timeLeft(seat: string): number | undefined {
  const view = present.value;
  const left = view?.clocks?.[seat.charCodeAt(0) - 65];
  return left !== undefined && view?.running === seat ? left - (Date.now() - received) : left;
}

export function Clock({ seat }: { seat: string }) {
  const running = present.value?.running === seat;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [running]);
  const now = timeLeft(seat);
  if (now === undefined) return null;
  return (
    <span class={`clock ${running ? "running" : ""} ${now < 20000 ? "short" : ""}`} role="timer">
      <Icon name="clock" />
      {duration(now)}
    </span>
  );
}
