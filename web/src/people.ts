// Other people: whom I have muted, and the requests about them.
import { signal } from "@preact/signals";
import { ask, me, onReturn } from "./link";
import type { Player } from "./protocol";

/** The players whose chat the server does not send me. */
export const muted = signal<Player[]>([]);

async function readMuted(): Promise<void> {
  const player = me.value?.id;
  const answer = await ask({ type: "mutes" });
  if (me.value?.id === player) muted.value = answer.players as Player[];
}

onReturn(() => void readMuted().catch(() => undefined));

export const isMuted = (player: number): boolean => muted.value.some((one) => one.id === player);

/** Mutes the player, or ends it. */
export async function mute(player: number, on: boolean): Promise<void> {
  await ask({ type: "mute", player, on });
  await readMuted();
}
