// Checks the deal of a match that is over: fetches its record and has the engine deal it again.
// This part of the client is loaded only then.
import check from "tenka:check";
import engine from "tenka:engine";
import type { Answer, Question } from "./check";
import type { Seat, Table } from "./protocol";
import { promised, revealedFor, sealIn, seenAt } from "./seal";
import { say, tell } from "./words";

export type Verdict =
  | {
      is: "good";
      plies: number;
      /** How many views were compared. */
      views: number;
      added: Seat[];
      missing: Seat[];
      mine: boolean;
      /** I took my seat on another device, without a number of this browser. */
      elsewhere: boolean;
    }
  | { is: "wrong" | "unknown"; why: string };

/** The values of the lines 'WORD A: VALUE', by seat. */
const lines = (record: string, word: string): Record<string, string> =>
  Object.fromEntries(
    [...record.matchAll(new RegExp(`^${word} ([A-F]): (\\S+)$`, "gm"))].map((one) => [
      one[1],
      one[2],
    ]),
  );

const line = (record: string, word: string) =>
  new RegExp(`^${word}: (\\S+)$`, "m").exec(record)?.[1];

function ask(question: Question): Promise<Answer> {
  const worker = new Worker(check, { type: "module" });
  return new Promise<Answer>((resolve, reject) => {
    worker.onerror = () => reject(new Error(say("This browser cannot run the check.")));
    worker.onmessage = ({ data }: MessageEvent<Answer & { failed?: string }>) =>
      data.failed === undefined ? resolve(data) : reject(new Error(data.failed));
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}

/** What the record says differently from what this browser was told before the deal. */
function contradiction(table: Table, record: string): string | undefined {
  const commitment = line(record, "commitment");
  const kept = revealedFor(table.table);
  const options = [...record.matchAll(/^option: ([^=\s]+)=(\S+)$/gm)];
  if (
    line(record, "game") !== table.game ||
    line(record, "players") !== String(table.players) ||
    options.some(([, name, value]) => name && table.options[name] !== value)
  )
    return say("The record is that of another match.");
  if (commitment !== table.commitment || !promised(table.table, commitment))
    return say("The record has another commitment than the one that was shown before the match.");
  const seals = lines(record, "seal");
  if (kept && JSON.stringify(seals) !== JSON.stringify(kept.seals))
    return say("The record has other seals than those that were shown before the match.");
  if (sealIn(table, seals) === "ignored")
    return say("This browser sent a seal for its random number, but the server dealt without it.");
  if (!kept) return undefined;
  const share = lines(record, "share")[table.you ?? ""];
  if (share === "none" && kept.acknowledged)
    return say("The server took the random number of this browser, but dealt without it.");
  return share === kept.share || share === "none"
    ? undefined
    : say("The record has another random number than the one that this browser added.");
}

async function judge(table: Table): Promise<Verdict> {
  const answer = await fetch(`/record/${table.table}`, { cache: "no-cache" });
  if (!answer.ok) throw new Error(say("The server did not send the record."));
  const record = await answer.text();
  const against = contradiction(table, record);
  if (against) return { is: "wrong", why: against };
  const url = (path: string) => new URL(path, location.href).href;
  const views = seenAt(table.table);
  const result = await ask({ engine: url(engine), record, views });
  if (result.wrong !== undefined) return { is: "wrong", why: result.wrong };
  if (result.otherView !== undefined)
    return {
      is: "wrong",
      why: tell("After move {1} you were shown something else.", result.otherView),
    };
  const shares = Object.entries(lines(record, "share")) as [Seat, string][];
  return {
    is: "good",
    plies: result.plies,
    views: views.length,
    added: shares.filter(([, share]) => share !== "none").map(([seat]) => seat),
    missing: shares.filter(([, share]) => share === "none").map(([seat]) => seat),
    mine: revealedFor(table.table) !== undefined,
    elsewhere: sealIn(table, lines(record, "seal")) === "elsewhere",
  };
}

export async function verify(table: Table): Promise<Verdict> {
  if (!engine)
    return {
      is: "unknown",
      why: say("This server was built without the check. “tenka verify” checks the record."),
    };
  try {
    return await judge(table);
  } catch (why) {
    return { is: "unknown", why: why instanceof Error ? why.message : String(why) };
  }
}
