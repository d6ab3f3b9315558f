// A new table: game, players, bots, options, clock.
import { useState } from "preact/hooks";
import { games } from "../games";
import { opening, openTable } from "../open";
import type { GameInfo } from "../protocol";
import { go, useTitle } from "../route";
import { capital, clockName, levels, valueName } from "../settings";
import { say, tell } from "../words";

const CLOCKS = ["none", "1m", "5m+5s", "15m+10s", "1d", "3d"];

const SEATS = "ABCDEF";
const seatLabel = (seat: string) => tell("Seat {1}", seat);

const playersName = ({ min, max }: { min: number; max: number }) =>
  min === max ? tell("for {1} players", min) : tell("for {1} to {2} players", min, max);

function Settings({ game, friends }: { game: GameInfo; friends: boolean }) {
  const [players, setPlayers] = useState(game.players.usual);
  const [sitters, setSitters] = useState<string[]>([]);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [clock, setClock] = useState("none");
  const [flags, setFlags] = useState({
    listed: !friends,
    watched: !friends,
    rated: false,
    strict: false,
  });
  const [wrong, setWrong] = useState<string>();
  const allowed = (option: GameInfo["options"][number]) =>
    !option.players || (players >= option.players.min && players <= option.players.max);
  const create = (event: Event) => {
    event.preventDefault();
    const seats = ["you", ...Array.from({ length: players - 1 }, (_, i) => sitters[i] ?? "free")];
    const chosen = Object.fromEntries(
      game.options
        .filter((one) => allowed(one) && options[one.name])
        .map((one) => [one.name, options[one.name]]),
    );
    openTable({
      type: "create",
      game: game.id,
      players,
      seats,
      options: chosen,
      clock,
      ...flags,
    }).catch((why: Error) => setWrong(why.message));
  };
  const flag = (name: keyof typeof flags, words: string, more: string) => (
    <label class="check">
      <input
        type="checkbox"
        checked={flags[name]}
        onChange={(event) => setFlags({ ...flags, [name]: event.currentTarget.checked })}
      />{" "}
      <span>
        {words} <small>{more}</small>
      </span>
    </label>
  );
  return (
    <form class="settings-form new-table" onSubmit={create}>
      <div>
        <label>
          {say("Game")}
          <select
            value={game.id}
            onChange={(event) =>
              go(`/new?game=${event.currentTarget.value}${friends ? "&friends" : ""}`)
            }
          >
            {games.value.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say("Players")}
          <select
            value={players}
            onChange={(event) => setPlayers(Number(event.currentTarget.value))}
          >
            {Array.from(
              { length: game.players.max - game.players.min + 1 },
              (_, i) => i + game.players.min,
            ).map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        </label>
        <fieldset>
          <legend>{say("Seats")}</legend>
          <p>
            {seatLabel("A")}: {say("you")}
          </p>
          {Array.from({ length: players - 1 }, (_, i) => (
            <label key={i}>
              {seatLabel(SEATS[i + 1] ?? "")}
              <select
                value={sitters[i] ?? "free"}
                onChange={(event) =>
                  setSitters(Object.assign([...sitters], { [i]: event.currentTarget.value }))
                }
              >
                <option value="free">{capital(say("a person"))}</option>
                {levels().map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </fieldset>
      </div>
      <div>
        {game.options.length > 0 && (
          <fieldset>
            <legend>{say("Variants")}</legend>
            {game.options.map((option) => (
              <div key={option.name}>
                <label>
                  {capital(option.about)}
                  <select
                    disabled={!allowed(option)}
                    aria-describedby={`for-${option.name}`}
                    value={options[option.name] ?? option.default}
                    onChange={(event) =>
                      setOptions({ ...options, [option.name]: event.currentTarget.value })
                    }
                  >
                    {option.values.map((value) => (
                      <option key={value} value={value}>
                        {capital(valueName(value))}
                      </option>
                    ))}
                  </select>
                </label>
                <small id={`for-${option.name}`}>
                  {option.players && !allowed(option) && capital(playersName(option.players))}
                </small>
              </div>
            ))}
          </fieldset>
        )}
        <label>
          {say("Clock")}
          <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
            {CLOCKS.map((value) => (
              <option key={value} value={value}>
                {capital(clockName(value))}
              </option>
            ))}
          </select>
        </label>
        {flag(
          "listed",
          say("Show it in the lobby"),
          say("otherwise only who has the link can come"),
        )}
        {flag("watched", say("Others may watch"), "")}
        {flag("rated", say("Rated"), say("if all agree; nothing is taken back"))}
        {flag("strict", say("Strict"), say("who leaves or runs out of time gives up"))}
        {wrong && (
          <p class="notice" role="alert">
            {wrong}
          </p>
        )}
        <p class="row">
          <button type="submit" class="primary" {...opening.value}>
            {say("Open the table")}
          </button>
        </p>
      </div>
    </form>
  );
}

export function NewPage({ chosen, friends }: { chosen: string | undefined; friends: boolean }) {
  useTitle(say("A new table"));
  const game = games.value.find((one) => one.id === chosen) ?? games.value[0];
  if (!game) return <main class="page" />;
  return (
    <main class="page new">
      <h1>{say("A new table")}</h1>
      <Settings key={`${game.id} ${friends}`} game={game} friends={friends} />
    </main>
  );
}
