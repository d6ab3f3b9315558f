// A player: ratings and finished matches; on my own page also my name and password.

import { useEffect, useState } from "preact/hooks";
import { titleOf } from "../games";
import { ask, login, me, Refused, reconnect } from "../link";
import { ChooseGame } from "../parts/home";
import { usePending } from "../parts/pending";
import { botRemark, Kept, playerName, sitterName } from "../parts/words";
import type { Finished, Player, Rating, Sitter } from "../protocol";
import { pointsName, resultName } from "../result";
import { useTitle } from "../route";
import { remember } from "../storage";
import { language, say, tell } from "../words";
import { Devices } from "./devices";
import { Muted } from "./muted";

function useAnswer<T>(
  request: { type: string } & Record<string, unknown>,
  read: (message: Record<string, unknown>) => T,
): { value?: T; wrong?: Error } {
  const [answer, setAnswer] = useState<{ value?: T; wrong?: Error }>({});
  const key = JSON.stringify(request);
  useEffect(() => {
    let current = true;
    ask(JSON.parse(key) as { type: string }).then(
      (message) => current && setAnswer({ value: read(message) }),
      (why: Error) => current && setAnswer({ wrong: why }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return answer;
}

/** The players of a match, with their names at the table. The places come in the order of seats. */
function placesOf(match: Finished) {
  return match.places.map((place, i) => {
    const sitter: Sitter = {
      seat: "ABCDEF"[i] ?? "",
      is: place.player ? "player" : "bot",
      name: place.name,
    };
    return { ...place, name: sitterName(sitter), remark: botRemark(sitter) };
  });
}

function Match({ match }: { match: Finished }) {
  const places = placesOf(match);
  return (
    <li>
      <a href={`/t/${match.table}`}>{titleOf(match.game)}</a>{" "}
      <time dateTime={new Date(match.time).toISOString()}>
        {new Date(match.time).toLocaleString(language.value, {
          dateStyle: "medium",
          timeStyle: "short",
        })}
      </time>
      <p>
        {resultName(
          places,
          places.find((place) => place.player !== undefined && place.player === me.value?.id),
        )}
      </p>
      <ol>
        {[...places]
          .sort((a, b) => a.rank - b.rank)
          .map((place, i) => (
            <li key={i}>
              {place.rank}.{" "}
              {place.player ? <a href={`/p/${place.player}`}>{place.name}</a> : place.name}
              <Kept kept={place.kept} /> {place.remark && <small>{place.remark}</small>}{" "}
              <span class="points">{pointsName(match.game, place.points)}</span>
            </li>
          ))}
      </ol>
    </li>
  );
}

/** Logs out: this device forgets who I am. */
function leave(): void {
  void ask({ type: "logout" })
    .catch(() => undefined)
    .then(() => {
      remember("token", undefined);
      reconnect();
    });
}

/** The actions with a name and a password, and the result of the last one. */
function useAccount(name: string, password: string) {
  const [word, setWord] = useState<{ text: string; good: boolean }>();
  const [pending, run] = usePending();
  const tryTo = (doing: () => Promise<unknown>, done: string) =>
    run(() =>
      doing().then(
        () => setWord({ text: done, good: true }),
        (why: Error) => setWord({ text: why.message, good: false }),
      ),
    );
  const become = (request: { type: string; name: string; password?: string }) =>
    ask(request).then((answer) => (me.value = answer.player as Player));
  const rename = () =>
    tryTo(() => become({ type: "name", name }), say("Your name has been changed."));
  const keep = () =>
    tryTo(
      () => become({ type: "keep", name, password }),
      say("The name is registered. You can log in with it on other devices."),
    );
  const enter = () => tryTo(() => login(name, password), say("Welcome back."));
  return { word, pending, rename, keep, enter };
}

/** The buttons of the account. */
function AccountButtons({
  kept,
  password,
  doing: { pending, keep, enter },
}: {
  kept: boolean;
  password: string;
  doing: ReturnType<typeof useAccount>;
}) {
  return (
    <p class="row">
      {!kept && (
        <button type="submit" disabled={pending}>
          {say("Change the name")}
        </button>
      )}
      <button type="button" disabled={pending || password.length < 8} onClick={keep}>
        {say("Register the name")}
      </button>
      <button type="button" disabled={pending || password.length < 8} onClick={enter}>
        {say("Log in")}
      </button>
      {kept && (
        <button type="button" onClick={leave}>
          {say("Log out")}
        </button>
      )}
    </p>
  );
}

/** My own name: change it, register it with a password, or log in with a registered name. */
function Account({ player }: { player: Player }) {
  const [name, setName] = useState(player.name);
  const [password, setPassword] = useState("");
  const doing = useAccount(name, password);
  const { word, pending, rename } = doing;
  return (
    <section class="account">
      <h2>{say("Your name")}</h2>
      <form
        class="settings-form"
        aria-busy={pending}
        onSubmit={(event) => {
          event.preventDefault();
          rename();
        }}
      >
        <label>
          {say("Name")}
          <input
            value={name}
            maxLength={63}
            autocomplete="username"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label>
          {say("Password (to register the name, or to log in)")}
          <input
            type="password"
            value={password}
            maxLength={128}
            autocomplete="current-password"
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        {word && (
          <p class={word.good ? "good" : "notice"} role="alert">
            {word.text}
          </p>
        )}
        <AccountButtons kept={player.kept} password={password} doing={doing} />
        <p class="hint">
          {say(
            "A guest name works only on this device. A password must have at least 8 characters.",
          )}
        </p>
      </form>
    </section>
  );
}

export function PlayerPage({ id }: { id: number }) {
  const player = useAnswer({ type: "player", player: id }, (message) => ({
    player: message.player as Player,
    ratings: message.ratings as Rating[],
  }));
  const matches = useAnswer(
    { type: "finished", player: id },
    (message) => message.matches as Finished[],
  );
  const mine = me.value?.id === id;
  const name = playerName((mine ? me.value?.name : player.value?.player.name) ?? "");
  useTitle(name);
  if (player.wrong)
    return (
      <main class="page narrow">
        <h1>{say("There is no such player")}</h1>
        <p>
          {player.wrong instanceof Refused && player.wrong.refusal.clause === "message"
            ? say("There is no such player.")
            : player.wrong.message}
        </p>
        <p class="row">
          <ChooseGame />
        </p>
      </main>
    );
  return (
    <main class="page narrow">
      <h1>
        {name}
        <Kept kept={mine ? me.value?.kept : player.value?.player.kept} />
      </h1>
      {mine && me.value && <Account key={me.value.id} player={me.value} />}
      {mine && me.value && <Devices key={`${me.value.id} devices ${me.value.kept}`} />}
      {mine && <Muted />}
      <h2>{say("Ratings")}</h2>
      {player.value && player.value.ratings.length === 0 && <p>{say("No rated match yet.")}</p>}
      <ul class="ratings">
        {player.value?.ratings.map((one) => (
          <li key={`${one.game} ${one.players}`}>
            {titleOf(one.game)}, {tell("{1} players", one.players)}: <b>{one.rating}</b> ±{" "}
            {one.deviation} ({tell("{1} match{1||es}", one.games)})
          </li>
        ))}
      </ul>
      <h2>{say("Finished matches")}</h2>
      {matches.value && matches.value.length === 0 && <p>{say("None yet.")}</p>}
      <ul class="matches">
        {matches.value?.map((match) => (
          <Match key={match.table} match={match} />
        ))}
      </ul>
    </main>
  );
}
