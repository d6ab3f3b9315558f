// The lobby: tables that wait for players, and matches to watch.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { titleOf } from "../games";
import { clockName } from "../labels";
import { linkState, onNews, onReturn, tryAsk } from "../link";
import { Scene } from "../parts/art";
import { sitterName } from "../parts/words";
import type { Summary } from "../protocol";
import { useTitle } from "../route";
import { list, say, tell } from "../words";

const tables = signal<Map<string, Summary> | undefined>(undefined);

function useLobby(): void {
  useEffect(() => {
    const ears = onNews((news) => {
      if (news.type !== "lobby") return;
      const next = new Map(news.whole ? [] : (tables.value ?? []));
      for (const table of news.tables as Summary[])
        if (table.state === "over" || table.state === "closed") next.delete(table.table);
        else next.set(table.table, table);
      tables.value = next;
    });
    const back = onReturn(() => tryAsk({ type: "lobby", on: true }));
    return () => {
      ears();
      back();
      if (linkState.value === "open") tryAsk({ type: "lobby", on: false });
      tables.value = undefined;
    };
  }, []);
}

function Row({ table }: { table: Summary }) {
  const free = table.seats.filter((sitter) => sitter.is === "free").length;
  const sitting = table.seats
    .filter((sitter) => sitter.is !== "free")
    .map((sitter) => sitterName(sitter) + (sitter.kept ? " ✓" : ""));
  const waits = table.state === "waiting";
  return (
    <li class="lobby-row">
      <Scene game={table.game} />
      <div>
        <h3>{titleOf(table.game)}</h3>
        <p>{list(sitting)}</p>
        <p class="settings">
          {[
            waits ? tell("{1} free seat{1||s}", free) : say("playing"),
            clockName(table.clock),
            table.rated ? say("rated") : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <a class={`button ${waits ? "primary" : ""}`} href={`/t/${table.table}`}>
        {waits ? say("Join") : say("Watch")}
        <span class="unseen">
          : {titleOf(table.game)}, {list(sitting)}
        </span>
      </a>
    </li>
  );
}

export function LobbyPage() {
  useLobby();
  useTitle(say("Open tables"));
  const all = [...(tables.value?.values() ?? [])];
  const waiting = all.filter((table) => table.state === "waiting");
  const playing = all.filter((table) => table.state === "playing" && table.watched);
  return (
    <main class="page">
      <h1>{say("Open tables")}</h1>
      {tables.value && waiting.length === 0 && (
        <p>{say("No table is waiting for players. Open one, and others will find it here.")}</p>
      )}
      <ul class="lobby">
        {waiting.map((table) => (
          <Row key={table.table} table={table} />
        ))}
      </ul>
      <p class="row">
        <a class="button primary" href="/new">
          {say("Open a table")}
        </a>
      </p>
      {playing.length > 0 && (
        <>
          <h2>{say("Matches to watch")}</h2>
          <ul class="lobby">
            {playing.map((table) => (
              <Row key={table.table} table={table} />
            ))}
          </ul>
        </>
      )}
    </main>
  );
}
