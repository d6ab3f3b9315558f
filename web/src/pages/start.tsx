// The start page: all games. One click opens a table with bots.
import { useState } from "preact/hooks";
import { games, range, weightName } from "../games";
import { hasGuide } from "../guide";
import { myTables } from "../link";
import { opening, openTable } from "../open";
import { Icon, Picture, Scene } from "../parts/art";
import type { GameInfo } from "../protocol";
import { say, tell } from "../words";

const LEVEL = "2";

/** Opens a table with me and bots; the match begins at once. */
function playBots(game: string, players: number): Promise<void> {
  const seats = ["you", ...Array.from({ length: players - 1 }, () => LEVEL)];
  return openTable({ type: "create", game, players, seats, listed: false });
}

function GameCard({ game, onWrong }: { game: GameInfo; onWrong: (why: Error) => void }) {
  return (
    <li class="game-card">
      <Scene game={game.id} />
      <div class="game-words">
        <h2>{game.title}</h2>
        <p class="feel">
          <span>
            <Icon name="person" /> {range(game.players)}
          </span>
          <span>
            <Icon name="clock" /> {tell("{1} min", range(game.minutes))}
          </span>
          <span class="weight" title={say("complexity")}>
            {"●".repeat(game.weight)}
            {"○".repeat(3 - game.weight)} {weightName(game.weight)}
          </span>
        </p>
        <p class="sentence">{game.about}</p>
        <p class="row">
          <button
            type="button"
            class="primary"
            {...opening.value}
            onClick={() => playBots(game.id, game.players.usual).catch(onWrong)}
          >
            <Icon name="play" /> {say("Play now")}
            <span class="unseen"> {game.title}</span>
          </button>
          {hasGuide(game.id) && (
            <a class="button" href={`/guide/${game.id}`}>
              {say("Learn")}
              <span class="unseen">: {game.title}</span>
            </a>
          )}
          <a class="button" href={`/new?game=${game.id}&friends`}>
            {say("With friends")}
            <span class="unseen">: {game.title}</span>
          </a>
          <a class="plain" href={`/rules/${game.id}`}>
            {say("Rules")}
            <span class="unseen">: {game.title}</span>
          </a>
        </p>
      </div>
    </li>
  );
}

export function StartPage() {
  const [wrong, setWrong] = useState<string>();
  return (
    <main class="page start">
      <header class="hero">
        <Picture id="logo" class="logo" />
        <h1>
          tenka <span lang="ja">天下</span>
        </h1>
        <p>{say("Card games of feudal Japan. Play right away against bots, or with friends.")}</p>
      </header>
      {wrong && (
        <p class="notice" role="alert">
          {wrong}
        </p>
      )}
      {myTables.value.length > 0 && (
        <section class="continue" aria-label={say("Your matches")}>
          <h2>{say("Your matches")}</h2>
          <p class="row">
            {myTables.value.slice(0, 6).map((id, i) => (
              <a class="button" href={`/t/${id}`} key={id}>
                {tell("Continue: table {1}", i + 1)}
              </a>
            ))}
          </p>
        </section>
      )}
      <ul class="games">
        {games.value.map((game) => (
          <GameCard key={game.id} game={game} onWrong={(why) => setWrong(why.message)} />
        ))}
      </ul>
    </main>
  );
}
