// Short wooden sounds, made by code: a tap for a move, a block when it is my turn, a bell at the
// end.
import { sounds } from "./preferences";

let context: AudioContext | undefined;

function tone(
  frequency: number,
  length: number,
  loud: number,
  type: OscillatorType,
  delay = 0,
): void {
  context ??= new AudioContext();
  const at = context.currentTime + delay;
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = type;
  source.frequency.setValueAtTime(frequency, at);
  source.frequency.exponentialRampToValueAtTime(frequency * 0.6, at + length);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

export function sound(what: "move" | "turn" | "over"): void {
  if (!sounds.value) return;
  if (what === "move") tone(420, 0.06, 0.12, "triangle");
  if (what === "turn") {
    tone(620, 0.08, 0.2, "triangle");
    tone(780, 0.1, 0.2, "triangle", 0.11);
  }
  if (what === "over")
    for (const [i, frequency] of [523, 659, 784].entries())
      tone(frequency, 1.2, 0.12, "sine", i * 0.18);
}
