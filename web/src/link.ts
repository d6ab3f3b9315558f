// The connection to the server: one WebSocket that comes back by itself. Requests get promises,
// news go to a listener.
import { signal } from "@preact/signals";
import type { Message, Player, Refusal } from "./protocol";
import { recall, remember } from "./storage";
import { language, say } from "./words";

const VERSION = 1;
const REQUEST_MAX = 4096; // bytes that the server takes
/** Milliseconds before each new attempt; the last one stays. */
const WAITS = [300, 700, 1500, 3000, 5000];

export const linkState = signal<"connecting" | "open" | "lost">("connecting");
/** The server has a newer page than this one. */
export const outdated = signal(false);
/** Why the server does not want this connection, if it has said so. */
export const unwelcome = signal<string | undefined>(undefined);
export const me = signal<Player | undefined>(undefined);
/** Tables at which there is a match that waits for me. */
export const myTables = signal<string[]>([]);

/** A refusal of the server, with its clause and sentence. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

/** Requests that would be done twice if they were asked again: a second table, a line said
 * twice. */
const ONCE = ["create", "branch", "chat"];

interface Waiting {
  request: Message;
  /** On this connection. */
  sent?: boolean;
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

function transmit(one: Waiting): void {
  if (!greeted || socket?.readyState !== WebSocket.OPEN) return;
  one.sent = true;
  socket.send(JSON.stringify(one.request));
}

/** Asks the server, now or on the next connection. What was under way when the connection broke is
 * asked again, unless that could do it twice: a move carries the id of the view it answers to. */
export function ask(request: { type: string } & Record<string, unknown>): Promise<Message> {
  const ref = ++refs;
  return new Promise((resolve, reject) => {
    const one = { request: { ...request, ref }, resolve, reject };
    if (new TextEncoder().encode(JSON.stringify(one.request)).length > REQUEST_MAX) {
      reject(new Error(say("That is too long.")));
      return;
    }
    waiting.set(ref, one);
    transmit(one);
  });
}

/** The connection is gone, and with it the answers to what was asked on it. */
function lose(): void {
  greeted = false;
  for (const [ref, one] of waiting) {
    if (one.sent && ONCE.includes(one.request.type)) {
      waiting.delete(ref);
      one.reject(
        new Error(
          say(
            "The connection broke while this was under way. See whether it was done, and try again if not.",
          ),
        ),
      );
    }
    one.sent = false;
  }
}

/** As ask, for what may fail quietly. */
export function tryAsk(request: { type: string } & Record<string, unknown>): void {
  ask(request).catch(() => undefined);
}

/** Keeps what the server says of me. False if another tab has become a guest meanwhile: then this
 * one is the same. */
function welcome(message: Message): boolean {
  if (typeof message.token === "string") {
    const other = recall("token");
    if (other !== undefined && other !== token) {
      connect();
      return false;
    }
    token = message.token;
    remember("token", token);
  }
  me.value = message.player as Player;
  myTables.value = message.tables as string[];
  return true;
}

/** The first thing that is said: who I am, by this device's token; or name and password, once. */
function greeting(): { type: string } & Record<string, unknown> {
  const common = { version: VERSION, language: language.value, marks: true };
  if (credentials) return { type: "login", ...credentials, ...common };
  token = recall("token");
  return { type: "hello", token, ...common };
}

let greetingRef = 0; // of the greeting under way; no other message has it
let token: string | undefined; // with which this page said hello

function hello(): void {
  greetingRef = ++refs;
  socket?.send(JSON.stringify({ ...greeting(), ref: greetingRef }));
}

function greetedBy(message: Message): void {
  greetingRef = 0;
  unwelcome.value = undefined;
  if (message.type === "refused") {
    refusedBy(new Refused(message as unknown as Refusal));
    return;
  }
  if (!welcome(message)) return;
  loggedIn?.resolve();
  forget();
  attempts = 0;
  greeted = true;
  linkState.value = "open";
  for (const one of waiting.values()) transmit(one);
  for (const call of returning) call();
  void checkVersion();
}

function refusedBy(why: Refused): void {
  const { clause } = why.refusal;
  if (credentials) {
    loggedIn?.reject(why);
    forget();
    hello();
  } else if (clause === "token") {
    if (recall("token") === token) remember("token", undefined); // else another tab has a new one by now
    hello();
  } else {
    if (clause === "version") outdated.value = true;
    else unwelcome.value = why.message;
    socket?.close();
  }
}

function receive(text: string): void {
  const message = JSON.parse(text) as Message;
  if (message.ref !== undefined && message.ref === greetingRef) {
    greetedBy(message);
    return;
  }
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
  if (timer !== undefined) return;
  if (attempts > 0 || linkState.value === "open") linkState.value = "lost";
  timer = window.setTimeout(connect, WAITS[Math.min(attempts++, WAITS.length - 1)]);
}

/** Opens a connection, and leaves the one before. */
export function connect(): void {
  window.clearTimeout(timer);
  timer = undefined;
  const mine = new WebSocket(
    `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
  );
  const before = socket;
  socket = mine;
  before?.close();
  lose();
  mine.onopen = () => mine === socket && hello();
  mine.onmessage = (event) => mine === socket && receive(String(event.data));
  mine.onclose = () => {
    if (mine !== socket) return;
    lose();
    again();
  };
}

/** Tries at once: the network is back, or somebody looks at the page again. */
function hurry(): void {
  if (linkState.value === "lost") connect();
}
window.addEventListener("online", hurry);
document.addEventListener(
  "visibilitychange",
  () => document.visibilityState === "visible" && hurry(),
);
// Another tab has become somebody else: so does this one.
window.addEventListener(
  "storage",
  (event) => event.key === "token" && event.newValue !== token && reconnect(),
);

/** Says hello anew, as somebody else or in another language. */
export function reconnect(): void {
  linkState.value = "connecting";
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
  const page = await fetch("/", { cache: "no-cache" }).then(
    (answer) => answer.text(),
    () => "",
  );
  if (page && script && !page.includes(script)) outdated.value = true;
}
