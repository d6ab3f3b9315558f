// A new table: game, players, bots, options, clock.
import { useState } from "preact/hooks";
import { feel, games } from "../games/list";
import { openTable, opening } from "../open";
import type { GameInfo } from "../protocol";
import { go } from "../route";
import { say, tell } from "../words";
import { valueName } from "../settings";
import { levels } from "./waiting";

const clocks = (): [string, string][] => [
  ["none", say("no clock")],
  ["60s", say("1 minute for each move")],
  ["5m+5s", say("5 minutes, and 5 seconds a move")],
  ["15m+10s", say("15 minutes, and 10 seconds a move")],
  ["1d", say("1 day for each move")],
  ["3d", say("3 days for each move")],
];

const SEATS = "ABCDEF";
const seatLabel = (seat: string) => tell("Seat {1}", seat);

function Settings({ game }: { game: GameInfo }) {
  const [players, setPlayers] = useState(feel(game.id).players);
  const [sitters, setSitters] = useState<string[]>([]);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [clock, setClock] = useState("none");
  const [flags, setFlags] = useState({ listed: true, watched: true, rated: false, strict: false });
  const [wrong, setWrong] = useState<string>();
  const allowed = (option: GameInfo["options"][number]) => !option.players || (players >= option.players.min && players <= option.players.max);
  const create = (event: Event) => {
    event.preventDefault();
    const seats = ["you", ...Array.from({ length: players - 1 }, (_, i) => sitters[i] ?? "free")];
    const chosen = Object.fromEntries(game.options.filter((one) => allowed(one) && options[one.name]).map((one) => [one.name, options[one.name]]));
    openTable({ type: "create", game: game.id, players, seats, options: chosen, clock, ...flags }).catch((why: Error) => setWrong(why.message));
  };
  const flag = (name: keyof typeof flags, words: string, more: string) => (
    <label class="check">
      <input type="checkbox" checked={flags[name]} onChange={(event) => setFlags({ ...flags, [name]: event.currentTarget.checked })} /> {words} <small>{more}</small>
    </label>
  );
  return (
    <form class="settings-form" onSubmit={create}>
      <label>
        {say("Players")}
        <select value={players} onChange={(event) => setPlayers(Number(event.currentTarget.value))}>
          {Array.from({ length: game.players.max - game.players.min + 1 }, (_, i) => i + game.players.min).map((n) => <option key={n} value={n}>{n}</option>)}
        </select>
      </label>
      <fieldset>
        <legend>{say("Seats")}</legend>
        <p>{seatLabel("A")}: {say("you")}</p>
        {Array.from({ length: players - 1 }, (_, i) => (
          <label key={i}>
            {seatLabel(SEATS[i + 1] ?? "")}
            <select value={sitters[i] ?? "free"} onChange={(event) => setSitters(Object.assign([...sitters], { [i]: event.currentTarget.value }))}>
              <option value="free">{say("a person")}</option>
              {levels().map(([value, name]) => <option key={value} value={value}>{name}</option>)}
            </select>
          </label>
        ))}
      </fieldset>
      {game.options.length > 0 && (
        <fieldset>
          <legend>{say("Variants")}</legend>
          {game.options.map((option) => (
            <label key={option.name}>
              {option.about}
              <select disabled={!allowed(option)} value={options[option.name] ?? option.default} onChange={(event) => setOptions({ ...options, [option.name]: event.currentTarget.value })}>
                {option.values.map((value) => <option key={value} value={value}>{valueName(value)}</option>)}
              </select>
            </label>
          ))}
        </fieldset>
      )}
      <label>
        {say("Clock")}
        <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
          {clocks().map(([value, name]) => <option key={value} value={value}>{name}</option>)}
        </select>
      </label>
      {flag("listed", say("Show it in the lobby"), say("otherwise only who has the link can come"))}
      {flag("watched", say("Others may watch"), "")}
      {flag("rated", say("Rated"), say("if all agree; nothing is taken back"))}
      {flag("strict", say("Strict"), say("who leaves or runs out of time gives up"))}
      {wrong && <p class="notice" role="alert">{wrong}</p>}
      <p class="row"><button type="submit" class="primary" {...opening.value}>{say("Open the table")}</button></p>
    </form>
  );
}

export function NewPage({ chosen }: { chosen: string | undefined }) {
  const game = games.value.find((one) => one.id === chosen) ?? games.value[0];
  if (!game) return <main class="page" />;
  return (
    <main class="page narrow">
      <h1>{say("A new table")}</h1>
      <label class="settings-form">
        {say("Game")}
        <select value={game.id} onChange={(event) => go(`/new?game=${event.currentTarget.value}`)}>
          {games.value.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
        </select>
      </label>
      <Settings key={game.id} game={game} />
    </main>
  );
}
