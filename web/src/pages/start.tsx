// The start page: five games, each one click away from a table with bots.
import { signal } from "@preact/signals";
import { hasGuide } from "../guide";
import { feel, games, weightName } from "../games/list";
import { ask, myTables } from "../link";
import { Icon, Picture, Scene } from "../parts/art";
import type { GameInfo } from "../protocol";
import { go } from "../route";
import { say, tell } from "../words";

const LEVEL = "2";
const wrong = signal<string | undefined>(undefined);

/** A table of my own with bots, and the match begins. */
export async function playBots(game: string, players: number, level = LEVEL): Promise<void> {
  const seats = ["you", ...Array.from({ length: players - 1 }, () => level)];
  try {
    const answer = await ask({ type: "create", game, players, seats, listed: false });
    go(`/t/${String(answer.table)}`);
  } catch (why) {
    wrong.value = (why as Error).message;
  }
}

function GameCard({ game }: { game: GameInfo }) {
  const how = feel(game.id);
  return (
    <li class="game-card">
      <Scene game={game.id} />
      <div class="game-words">
        <h2>{game.title}</h2>
        <p class="feel">
          <span><Icon name="person" /> {game.players.min === game.players.max ? game.players.min : `${game.players.min}–${game.players.max}`}</span>
          <span><Icon name="clock" /> {tell("{1} min", how.minutes)}</span>
          <span class="weight" title={say("weight")}>{"●".repeat(how.weight)}{"○".repeat(3 - how.weight)} {weightName(how.weight)}</span>
        </p>
        <p class="sentence">{how.sentence}</p>
        <p class="row">
          <button type="button" class="primary" onClick={() => void playBots(game.id, how.players)}>
            <Icon name="play" /> {say("Play now")}<span class="unseen"> {game.title}</span>
          </button>
          {hasGuide(game.id) && <a class="button" href={`/guide/${game.id}`}>{say("Learn")}<span class="unseen">: {game.title}</span></a>}
          <a class="button" href={`/new?game=${game.id}`}>{say("With friends")}<span class="unseen">: {game.title}</span></a>
          <a class="plain" href={`/rules/${game.id}`}>{say("Rules")}<span class="unseen">: {game.title}</span></a>
        </p>
      </div>
    </li>
  );
}

export function StartPage() {
  return (
    <main class="page start">
      <header class="hero">
        <Picture id="logo" class="logo" />
        <h1>tenka <span lang="ja">天下</span></h1>
        <p>{say("Five card games of feudal Japan. Play at once against bots, or with friends.")}</p>
      </header>
      {wrong.value && <p class="notice" role="alert">{wrong.value}</p>}
      {myTables.value.length > 0 && (
        <section class="continue" aria-label={say("Your matches")}>
          <h2>{say("Your matches")}</h2>
          <p class="row">
            {myTables.value.slice(0, 6).map((id, i) => (
              <a class="button" href={`/t/${id}`} key={id}>{tell("Go on: table {1}", i + 1)}</a>
            ))}
          </p>
        </section>
      )}
      <ul class="games">
        {games.value.map((game) => <GameCard key={game.id} game={game} />)}
      </ul>
    </main>
  );
}
