// 'Your turn': in the tab's title, as a sound, and as a notification if it is allowed and nobody looks.
import { effect } from "@preact/signals";
import { games } from "./games/list";
import { sound } from "./sound";
import { info, myTurn, present } from "./table";
import { notices } from "./theme";
import { say } from "./words";

let ply = -1;
let told = 0; // the view of which a notification was shown
let over = false;

export function attend(): void {
  effect(() => {
    const table = info.value;
    const name = games.value.find((one) => one.id === table?.game)?.title;
    document.title = table && name ? `${myTurn.value ? `● ${say("Your turn")} – ` : ""}${name} – tenka` : "tenka 天下";
    document.querySelector("link[rel=icon]")?.setAttribute("href", myTurn.value ? "/favicon-turn.svg" : "/favicon.svg");
  });
  effect(() => {
    const view = present.value;
    if (!view) return;
    if (view.ply !== ply && ply >= 0) sound(myTurn.value ? "turn" : "move");
    ply = view.ply;
    if (myTurn.value && view.id !== told && document.visibilityState === "hidden" && notices.value && Notification.permission === "granted")
      new Notification(say("Your turn"), { body: games.value.find((one) => one.id === view.game)?.title, tag: view.table });
    told = view.id;
  });
  effect(() => {
    const now = info.value?.state === "over";
    if (now && !over && ply > 0) sound("over");
    over = now;
  });
}
