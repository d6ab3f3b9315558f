// The connection to the server: one WebSocket, which is opened again whenever it is lost. A request
// returns a promise of its answer; all other messages go to the listeners.
//
// After each new connection the client greets the server (hello or login). Only when the server
// has answered are the waiting requests sent, and the tables and the lobby followed again.
import { signal } from "@preact/signals";
import type { Message, Player, Refusal, Table } from "./protocol";
import { granted, sealFor, told } from "./seal";
import { recall, remember } from "./storage";
import { language, say } from "./words";

const VERSION = 1;
const REQUEST_MAX = 4096; // bytes of the longest message that the server takes
/** Milliseconds before each new attempt to connect; the last one is used for all others. */
const WAITS = [300, 700, 1500, 3000, 5000];

export const linkState = signal<"connecting" | "open" | "lost">("connecting");
/** The server has a newer version of this page. */
export const outdated = signal(false);
/** Why the server refused the greeting, if it did. */
export const unwelcome = signal<string | undefined>(undefined);
export const me = signal<Player | undefined>(undefined);
/** Tables at which I have a seat in a match that is not over. */
export const myTables = signal<string[]>([]);

/** A refusal of the server, with its clause and sentence. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

/** Requests that must not be sent again, because they might be done twice: there would be a second
 * table, or a second line of chat. */
const ONCE = ["create", "branch", "chat", "report"];

interface Waiting {
  request: Message;
  /** It was sent on the present connection. */
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
/** Called after each greeting: they follow tables and the lobby again. */
const returning = new Set<() => void>();

export function onNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls now, if there is a connection, and each time there is a new one. */
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

/** Sends a request, now or on the next connection. If the connection is lost before the answer, it
 * is sent again, except for the types in ONCE. A move can be sent again, because it names the view
 * that it answers. */
export function ask(request: { type: string } & Record<string, unknown>): Promise<Message> {
  const ref = ++refs;
  return new Promise((resolve, reject) => {
    const one = { request: { ...request, ...sealFor(request), ref }, resolve, reject };
    if (new TextEncoder().encode(JSON.stringify(one.request)).length > REQUEST_MAX) {
      reject(new Error(say("That is too long.")));
      return;
    }
    waiting.set(ref, one);
    transmit(one);
  });
}

/** The connection is lost, and with it the answers to all requests that were sent on it. */
function lose(): void {
  greeted = false;
  for (const [ref, one] of waiting) {
    if (one.sent && ONCE.includes(one.request.type)) {
      waiting.delete(ref);
      one.reject(
        new Error(
          say(
            "The connection was lost before the server answered. Check whether this was done. If " +
              "not, try again.",
          ),
        ),
      );
    }
    one.sent = false;
  }
}

/** Like ask, but ignores a failure. */
export function tryAsk(request: { type: string } & Record<string, unknown>): void {
  ask(request).catch(() => undefined);
}

/** Remembers who I am. Returns false if another tab has become a guest in the meantime: then this
 * tab connects again as the same guest. */
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

/** What this device calls itself in the list of those on which the player is signed in. */
function deviceName(): string {
  const first = (names: string[]) => names.find((name) => navigator.userAgent.includes(name));
  const browser = first(["Firefox", "Edg", "OPR", "Chrome", "Safari"])?.replace("Edg", "Edge");
  const system = first(["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"]);
  return [browser?.replace("OPR", "Opera"), system].filter(Boolean).join(", ");
}

/** The first message: it says who I am, with this device's token; or with a name and a password,
 * once. */
function greeting(): { type: string } & Record<string, unknown> {
  spoken = language.value;
  const common = { version: VERSION, language: spoken, marks: true, device: deviceName() };
  if (credentials) return { type: "login", ...credentials, ...common };
  token = recall("token");
  return { type: "hello", token, ...common };
}

let greetingRef = 0; // the ref of the greeting that has no answer yet; 0: none
let token: string | undefined; // the token with which this page said hello
/** The language in which the server answers on this connection. */
export let spoken: string | undefined;

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
    if (recall("token") === token) remember("token", undefined); // else another tab has a new one
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
    else {
      granted(one.request, message);
      one.resolve(message);
    }
    return;
  }
  if (message.type === "table") told(message as unknown as Table);
  if (message.type === "you") me.value = message.player as Player;
  for (const listener of listeners) listener(message);
}

function again(): void {
  if (timer !== undefined) return;
  if (attempts > 0 || linkState.value === "open") linkState.value = "lost";
  timer = window.setTimeout(connect, WAITS[Math.min(attempts++, WAITS.length - 1)]);
}

/** Opens a new connection, and closes the old one. */
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

/** Connects at once: the network is back, or the page is visible again. */
function hurry(): void {
  if (linkState.value === "lost") connect();
}
window.addEventListener("online", hurry);
document.addEventListener(
  "visibilitychange",
  () => document.visibilityState === "visible" && hurry(),
);
// If another tab becomes another player, this one does, too.
window.addEventListener(
  "storage",
  (event) => event.key === "token" && event.newValue !== token && reconnect(),
);

/** Greets again, as another player or in another language. */
export function reconnect(): void {
  linkState.value = "connecting";
  connect();
}

/** Logs in with a registered name. From then on this device has the token of the answer. */
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

/** Finds out whether the server has a newer client: then its page names another script. */
async function checkVersion(): Promise<void> {
  const script = document.querySelector<HTMLScriptElement>("script[src]")?.getAttribute("src");
  const page = await fetch("/", { cache: "no-cache" }).then(
    (answer) => answer.text(),
    () => "",
  );
  if (page && script && !page.includes(script)) outdated.value = true;
}
