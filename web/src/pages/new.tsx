// A new table: game, players, bots, options, clock.
import { useState } from "preact/hooks";
import { games } from "../games";
import { capital, clockName, levels, valueName } from "../labels";
import { me } from "../link";
import { opening, openTable } from "../open";
import type { GameInfo } from "../protocol";
import { go, useTitle } from "../route";
import { say, tell } from "../words";

const CLOCKS = ["none", "1m", "5m+5s", "15m+10s", "1d", "3d"];

const SEATS = "ABCDEF";
const seatLabel = (seat: string) => tell("Seat {1}", seat);

const playersName = ({ min, max }: { min: number; max: number }) =>
  min === max ? tell("for {1} players", min) : tell("for {1} to {2} players", min, max);

type Option = GameInfo["options"][number];
/** The values that were chosen, by the names of their options. */
type Chosen = Record<string, string>;

const allowed = (option: Option, players: number) =>
  !option.players || (players >= option.players.min && players <= option.players.max);

/** A choice in the form. `names` are the values and their names. */
function Select({
  label,
  value,
  names,
  onChoose,
}: {
  label: string;
  value: string | number;
  names: (readonly [string | number, string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {names.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Who sits on the other seats: a person who joins later, or a bot. */
function Sitters({
  players,
  sitters,
  onChoose,
}: {
  players: number;
  sitters: string[];
  onChoose: (sitters: string[]) => void;
}) {
  return (
    <fieldset>
      <legend>{say("Seats")}</legend>
      <p>
        {seatLabel("A")}: {say("you")}
      </p>
      {Array.from({ length: players - 1 }, (_, i) => (
        <Select
          key={i}
          label={seatLabel(SEATS[i + 1] ?? "")}
          value={sitters[i] ?? "free"}
          names={[["free", capital(say("a person"))], ...levels()]}
          onChoose={(value) => onChoose(Object.assign([...sitters], { [i]: value }))}
        />
      ))}
    </fieldset>
  );
}

function Variants({
  game,
  players,
  chosen,
  onChoose,
}: {
  game: GameInfo;
  players: number;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}) {
  return (
    <fieldset>
      <legend>{say("Variants")}</legend>
      {game.options.map((option) => (
        <div key={option.name}>
          <label>
            {capital(option.about)}
            <select
              disabled={!allowed(option, players)}
              aria-describedby={`for-${option.name}`}
              value={chosen[option.name] ?? option.default}
              onChange={(event) =>
                onChoose({ ...chosen, [option.name]: event.currentTarget.value })
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
            {option.players && !allowed(option, players) && capital(playersName(option.players))}
          </small>
        </div>
      ))}
    </fieldset>
  );
}

const flags = () =>
  [
    ["listed", say("Show it in the lobby"), say("otherwise only people with the link can join")],
    ["watched", say("Allow spectators"), ""],
    [
      "rated",
      say("Rated"),
      me.value?.kept
        ? say("only if everybody agrees; no move can be taken back")
        : say("Rated matches need a registered name."),
    ],
    ["strict", say("Strict"), say("a player who leaves or runs out of time gives up")],
  ] as const;
type Flags = Record<ReturnType<typeof flags>[number][0], boolean>;

function Checks({ on, onChoose }: { on: Flags; onChoose: (on: Flags) => void }) {
  return (
    <>
      {flags().map(([name, words, more]) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={on[name]}
            disabled={name === "rated" && !me.value?.kept}
            onChange={(event) => onChoose({ ...on, [name]: event.currentTarget.checked })}
          />{" "}
          <span>
            {words} <small>{more}</small>
          </span>
        </label>
      ))}
    </>
  );
}

/** The possible numbers of players. */
const counts = ({ players: { min, max } }: GameInfo) =>
  Array.from({ length: max - min + 1 }, (_, i) => [i + min, String(i + min)] as const);

/** The values of the form, and the request that opens a table with them. */
function useTableForm(game: GameInfo, friends: boolean) {
  const [players, setPlayers] = useState(game.players.usual);
  const [sitters, setSitters] = useState<string[]>([]);
  const [chosen, setChosen] = useState<Chosen>({});
  const [clock, setClock] = useState("none");
  const [on, setOn] = useState<Flags>({
    listed: !friends,
    watched: !friends,
    rated: false,
    strict: false,
  });
  const request = () => ({
    type: "create",
    game: game.id,
    players,
    seats: ["you", ...Array.from({ length: players - 1 }, (_, i) => sitters[i] ?? "free")],
    options: Object.fromEntries(
      game.options
        .filter((one) => allowed(one, players) && chosen[one.name])
        .map((one) => [one.name, chosen[one.name]]),
    ),
    clock,
    ...on,
  });
  const said = { players, sitters, chosen, clock, on };
  return { ...said, setPlayers, setSitters, setChosen, setClock, setOn, request };
}

function Settings({ game, friends }: { game: GameInfo; friends: boolean }) {
  const form = useTableForm(game, friends);
  const [wrong, setWrong] = useState<string>();
  const create = (event: Event) => {
    event.preventDefault();
    openTable(form.request()).catch((why: Error) => setWrong(why.message));
  };
  return (
    <form class="settings-form new-table" onSubmit={create}>
      <div>
        <Select
          label={say("Game")}
          value={game.id}
          names={games.value.map((one) => [one.id, one.title])}
          onChoose={(id) => go(`/new?game=${id}${friends ? "&friends" : ""}`)}
        />
        <Select
          label={say("Players")}
          value={form.players}
          names={counts(game)}
          onChoose={(value) => form.setPlayers(Number(value))}
        />
        <Sitters players={form.players} sitters={form.sitters} onChoose={form.setSitters} />
      </div>
      <div>
        {game.options.length > 0 && (
          <Variants
            game={game}
            players={form.players}
            chosen={form.chosen}
            onChoose={form.setChosen}
          />
        )}
        <Select
          label={say("Clock")}
          value={form.clock}
          names={CLOCKS.map((value) => [value, capital(clockName(value))])}
          onChoose={form.setClock}
        />
        <Checks on={form.on} onChoose={form.setOn} />
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
