// 'Your turn': in the tab's title, as a sound, and as a notification if notifications are allowed
// and the page is hidden.
import { effect } from "@preact/signals";
import { titleOf } from "./games";
import { notices } from "./preferences";
import { pageTitle } from "./route";
import { sound } from "./sound";
import { info, myTurn, present } from "./table";
import { say } from "./words";

let heard: { table: string; ply: number } | undefined; // the last position that had a sound
let told = 0; // the id of the last view that had a notification

export function attend(): void {
  effect(() => {
    const table = info.value;
    const at = table ? titleOf(table.game) : pageTitle.value;
    const turn = myTurn.value ? `● ${say("Your turn")} – ` : "";
    document.title = turn + (at ? `${at} – tenka` : "tenka 天下");
    document
      .querySelector("link[rel=icon]")
      ?.setAttribute("href", myTurn.value ? "/favicon-turn.svg" : "/favicon.svg");
  });
  effect(() => {
    const view = present.value;
    if (!view) return;
    const over = info.value?.state === "over";
    if (heard?.table === view.table && heard.ply !== view.ply)
      sound(over ? "over" : myTurn.value ? "turn" : "move");
    heard = { table: view.table, ply: view.ply };
    if (
      myTurn.value &&
      view.id !== told &&
      document.visibilityState === "hidden" &&
      notices.value &&
      Notification.permission === "granted"
    )
      new Notification(say("Your turn"), { body: titleOf(view.game), tag: view.table });
    told = view.id;
  });
}
