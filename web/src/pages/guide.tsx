// Starts a first-game guide, and shows why if that is not possible.

import { useEffect, useState } from "preact/hooks";
import { startGuide } from "../guide";
import { ChooseGame } from "../parts/home";
import { say } from "../words";

export function GuidePage({ game }: { game: string }) {
  const [wrong, setWrong] = useState<string>();
  useEffect(() => {
    startGuide(game).catch((why: Error) => setWrong(why.message));
  }, [game]);
  return (
    <main class="page narrow">
      {wrong ? (
        <>
          <h1>{say("Guide")}</h1>
          <p role="alert">{wrong}</p>
          <p class="row">
            <ChooseGame />
          </p>
        </>
      ) : (
        <p class="loading" role="status">
          {say("Opening the table…")}
        </p>
      )}
    </main>
  );
}
