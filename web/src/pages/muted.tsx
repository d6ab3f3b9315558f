// Whom I have muted, each with a button that ends it.
import { useState } from "preact/hooks";
import { usePending } from "../parts/pending";
import { PlayerRow } from "../parts/people";
import { playerName } from "../parts/words";
import { mute, muted } from "../people";
import { say, tell } from "../words";

export function Muted() {
  const [wrong, setWrong] = useState<string>();
  const [pending, run] = usePending();
  const end = (player: number) =>
    run(() =>
      mute(player, false).then(
        () => setWrong(undefined),
        (why: Error) => setWrong(why.message),
      ),
    );
  if (muted.value.length === 0 && !wrong) return null;
  return (
    <section class="muted-players" aria-busy={pending}>
      <h2>{say("Muted players")}</h2>
      {wrong && (
        <p class="notice" role="alert">
          {wrong}
        </p>
      )}
      <ul class="plain">
        {muted.value.map((one) => (
          <PlayerRow
            key={one.id}
            player={one}
            words={[say("Unmute"), tell("Unmute: {1}", playerName(one.name))]}
            onClick={() => end(one.id)}
          />
        ))}
      </ul>
    </section>
  );
}
