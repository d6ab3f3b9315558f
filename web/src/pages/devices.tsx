// The devices on which I am signed in, each with a button that signs it out.
import { useEffect, useState } from "preact/hooks";
import { ask } from "../link";
import { usePending } from "../parts/pending";
import type { Session } from "../protocol";
import { language, say, tell } from "../words";

function day(time: number): string {
  return new Date(time).toLocaleDateString(language.value, {
    dateStyle: "medium",
    timeZone: "UTC",
  });
}

function Device({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const name = session.device || say("a device without a name");
  const remark = session.own
    ? say("this device")
    : session.used
      ? tell("last used on {1}", day(session.used))
      : "";
  return (
    <li class="device">
      <span>
        {name} {remark && <small>{remark}</small>}
      </span>
      {!session.own && (
        <button type="button" aria-label={tell("Sign out: {1}", name)} onClick={onEnd}>
          {say("Sign out")}
        </button>
      )}
    </li>
  );
}

export function Devices() {
  const [sessions, setSessions] = useState<Session[]>([]);
  const [wrong, setWrong] = useState<string>();
  const [pending, run] = usePending();
  const read = () =>
    ask({ type: "sessions" }).then(
      (answer) => setSessions(answer.sessions as Session[]),
      (why: Error) => setWrong(why.message),
    );
  useEffect(() => void read(), []);
  const end = (session: string) =>
    run(() =>
      ask({ type: "end", session })
        .then(
          () => setWrong(undefined),
          (why: Error) => setWrong(why.message),
        )
        .then(read),
    );
  return (
    <section class="devices" aria-busy={pending}>
      <h2>{say("Signed in on these devices")}</h2>
      {wrong && (
        <p class="notice" role="alert">
          {wrong}
        </p>
      )}
      <ul>
        {sessions.map((one) => (
          <Device key={one.session} session={one} onEnd={() => end(one.session)} />
        ))}
      </ul>
    </section>
  );
}
