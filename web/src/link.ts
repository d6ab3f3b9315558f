// The connection to the server: one WebSocket that comes back by itself. Requests get promises, news go to a listener.
import { signal } from "@preact/signals";
import type { Message, Player, Refusal } from "./protocol";
import { language } from "./words";

const VERSION = 1;
const WAITS = [300, 700, 1500, 3000, 5000]; // milliseconds before each new attempt; the last one stays

export type LinkState = "connecting" | "open" | "lost" | "outdated";
export const linkState = signal<LinkState>("connecting");
export const me = signal<Player | undefined>(undefined);
/** Tables at which there is a match that waits for me. */
export const myTables = signal<string[]>([]);

/** A refusal of the server, with its clause and sentence. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

interface Waiting {
  request: Message;
  resolve: (answer: Message) => void;
  reject: (why: Error) => void;
}

type Listener = (news: Message) => void;

let socket: WebSocket | undefined;
let attempts = 0;
let refs = 0;
let greeted = false;
let timer: number | undefined;
let credentials: { name: string; password: string } | undefined;
let loggedIn: { resolve: () => void; reject: (why: Error) => void } | undefined;
const waiting = new Map<number, Waiting>();
const listeners = new Set<Listener>();
/** What is said again after each hello: which tables are followed, whether the lobby is. */
const returning = new Set<() => void>();

export function onNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls now, if there is a connection, and whenever there is one again. */
export function onReturn(call: () => void): () => void {
  returning.add(call);
  if (greeted) call();
  return () => returning.delete(call);
}

function transmit(request: Message): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
}

/** Asks the server. What was under way when the connection broke is asked again on the next one: requests that must not
 * happen twice carry the id of what they answer to. */
export function ask(request: { type: string } & Record<string, unknown>): Promise<Message> {
  const ref = ++refs;
  return new Promise((resolve, reject) => {
    const numbered = { ...request, ref };
    waiting.set(ref, { request: numbered, resolve, reject });
    if (greeted) transmit(numbered);
  });
}

/** As ask, for what may fail quietly. */
export function tryAsk(request: { type: string } & Record<string, unknown>): void {
  ask(request).catch(() => undefined);
}

function welcome(message: Message): void {
  if (typeof message.token === "string") localStorage.setItem("token", message.token);
  me.value = message.player as Player;
  myTables.value = message.tables as string[];
}

/** The first thing that is said: who I am, by this device's token; or name and password, once. */
function greeting(): { type: string } & Record<string, unknown> {
  const common = { version: VERSION, language: language.value, marks: true };
  if (credentials) return { type: "login", ...credentials, ...common };
  return { type: "hello", token: localStorage.getItem("token") ?? undefined, ...common };
}

function hello(): void {
  const ref = ++refs;
  waiting.set(ref, {
    request: { type: "hello" },
    resolve: (message) => {
      welcome(message);
      loggedIn?.resolve();
      forget();
      greeted = true;
      attempts = 0;
      linkState.value = "open";
      for (const call of returning) call();
      for (const { request } of waiting.values()) transmit(request);
      void checkVersion();
    },
    reject: (why) => {
      const clause = why instanceof Refused ? why.refusal.clause : "";
      if (credentials) {
        loggedIn?.reject(why);
        forget();
        hello();
      } else if (clause === "token") {
        localStorage.removeItem("token");
        hello();
      } else if (clause === "version") {
        linkState.value = "outdated";
      } else {
        socket?.close();
      }
    },
  });
  transmit({ ...greeting(), ref });
}

function receive(text: string): void {
  const message = JSON.parse(text) as Message;
  const one = message.ref === undefined ? undefined : waiting.get(message.ref);
  if (one && message.ref !== undefined) {
    waiting.delete(message.ref);
    if (message.type === "refused") one.reject(new Refused(message as unknown as Refusal));
    else one.resolve(message);
    return;
  }
  for (const listener of listeners) listener(message);
}

function again(): void {
  if (timer !== undefined || linkState.value === "outdated") return;
  linkState.value = attempts === 0 && linkState.value === "connecting" ? "connecting" : "lost";
  timer = window.setTimeout(() => {
    timer = undefined;
    connect();
  }, WAITS[Math.min(attempts++, WAITS.length - 1)]);
}

export function connect(): void {
  greeted = false;
  const mine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket = mine;
  mine.onopen = () => hello();
  mine.onmessage = (event) => receive(String(event.data));
  mine.onclose = () => {
    if (socket !== mine) return;
    greeted = false;
    for (const [ref, { request }] of waiting) if (request.type === "hello") waiting.delete(ref);
    again();
  };
}

/** Tries at once: the network is back, or somebody looks at the page again. */
function hurry(): void {
  if (linkState.value !== "lost") return;
  window.clearTimeout(timer);
  timer = undefined;
  connect();
}
window.addEventListener("online", hurry);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hurry());

/** Says hello anew, as somebody else or in another language. */
export function reconnect(): void {
  linkState.value = "connecting";
  socket?.close();
  connect();
}

/** Logs in as a kept name; the token of the answer is this device's from then on. */
export function login(name: string, password: string): Promise<void> {
  credentials = { name, password };
  return new Promise((resolve, reject) => {
    loggedIn = { resolve, reject };
    reconnect();
  });
}

function forget(): void {
  credentials = undefined;
  loggedIn = undefined;
}

/** The server may have a newer client than this one: then its page names another script. */
async function checkVersion(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>("script[src]")?.getAttribute("src");
  const page = await fetch("/", { cache: "no-cache" }).then((answer) => answer.text(), () => "");
  if (page && script && !page.includes(script)) linkState.value = "outdated";
}
