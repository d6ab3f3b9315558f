// The browser client: the frame around all pages, and the start of the program.

import { type ComponentChildren, render } from "preact";
import { useEffect } from "preact/hooks";
import { attend } from "./attention";
import { loadGames } from "./games";
import { capital } from "./labels";
import { connect, linkState, me, outdated, reconnect, unwelcome } from "./link";
import { GuidePage } from "./pages/guide";
import { LobbyPage } from "./pages/lobby";
import { NewPage } from "./pages/new";
import { PlayerPage } from "./pages/player";
import { RulesPage } from "./pages/rules";
import { StartPage } from "./pages/start";
import { TablePage } from "./pages/table";
import { Icon } from "./parts/art";
import { ChooseGame } from "./parts/home";
import { Menu } from "./parts/menu";
import { Tips } from "./parts/tip";
import { playerName } from "./parts/words";
import { path } from "./route";
import "./tenka.css";
import { notices, sounds, type Theme, theme } from "./preferences";
import { back, hint, undo } from "./table";
import { chooseLanguage, type Language, language, say, speak } from "./words";

function Banner() {
  if (linkState.value === "lost")
    return (
      <p class="banner" role="status">
        {unwelcome.value ??
          say("The connection is lost. Connecting again… Your match is safe on the server.")}
      </p>
    );
  if (outdated.value)
    return (
      <p class="banner" role="status">
        {say("There is a newer version of this page.")}{" "}
        <button type="button" onClick={() => location.reload()}>
          {say("Reload")}
        </button>
      </p>
    );
  return null;
}

function Check({
  on,
  onChoose,
  children,
}: {
  on: boolean;
  onChoose: (on: boolean) => void;
  children: ComponentChildren;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />{" "}
      {children}
    </label>
  );
}

function SettingsMenu() {
  const change = (to: Language) => void chooseLanguage(to).then(loadGames).then(reconnect);
  const notify = async (on: boolean) => {
    notices.value = on && (await Notification.requestPermission()) === "granted";
  };
  return (
    <Menu label={say("Settings")}>
      {(close) => (
        <>
          <label>
            {say("Language")}
            <select
              value={language.value}
              onChange={(event) => {
                change(event.currentTarget.value as Language);
                close();
              }}
            >
              <option value="en" lang="en">
                English
              </option>
              <option value="ja" lang="ja">
                日本語
              </option>
            </select>
          </label>
          <label>
            {say("Colours")}
            <select
              value={theme.value}
              onChange={(event) => {
                theme.value = event.currentTarget.value as Theme;
                close();
              }}
            >
              <option value="system">{capital(say("same as the device"))}</option>
              <option value="light">{capital(say("light"))}</option>
              <option value="dark">{capital(say("dark"))}</option>
            </select>
          </label>
          <Check on={sounds.value} onChoose={(on) => (sounds.value = on)}>
            {say("Sounds")}
          </Check>
          {"Notification" in window && (
            <Check on={notices.value} onChoose={notify}>
              {say("Notify me when it is my turn")}
            </Check>
          )}
        </>
      )}
    </Menu>
  );
}

function Top() {
  return (
    <header class="top">
      <a class="brand" href="/" aria-label={say("tenka: all games")}>
        tenka <span lang="ja">天下</span>
      </a>
      <nav aria-label={say("Pages")}>
        <a href="/lobby">{say("Lobby")}</a>
        <a href="/rules">{say("Rules")}</a>
        {me.value && (
          <a class="my-name" href={`/p/${me.value.id}`}>
            <Icon name="person" /> {playerName(me.value.name)}
          </a>
        )}
      </nav>
      <SettingsMenu />
    </header>
  );
}

function Page() {
  const url = new URL(location.origin + path.value); // one argument, as a path may begin with //
  const [, first = "", second] = url.pathname.split("/");
  if (first === "t" && second) return <TablePage key={second} id={second} />;
  if (first === "lobby") return <LobbyPage />;
  if (first === "new")
    return (
      <NewPage
        chosen={url.searchParams.get("game") ?? undefined}
        friends={url.searchParams.has("friends")}
      />
    );
  if (first === "guide" && second) return <GuidePage key={second} game={second} />;
  if (first === "rules") return <RulesPage game={second} />;
  if (first === "p" && second && linkState.value === "connecting")
    return <main class="page narrow" />;
  if (first === "p" && second) return <PlayerPage key={second} id={Number(second)} />;
  if (first === "") return <StartPage />;
  return (
    <main class="page narrow">
      <h1>{say("There is no such page")}</h1>
      <p class="row">
        <ChooseGame />
      </p>
    </main>
  );
}

/** Keys that work everywhere at a table, except while the player types text. */
function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      document.body.dataset.keys = "yes";
      const writing =
        event.target instanceof HTMLElement &&
        event.target.matches("input:not([type=range]):not([type=checkbox]), select, textarea");
      if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") back();
      else if (event.key === "u") undo();
      else if (event.key === "h") hint();
    };
    const point = () => delete document.body.dataset.keys;
    document.addEventListener("keydown", press);
    document.addEventListener("pointerdown", point);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("pointerdown", point);
    };
  }, []);
}

function App() {
  useKeys();
  return (
    <>
      <a class="skip" href="#content">
        {say("Skip to the content")}
      </a>
      <Top />
      <Banner />
      <div id="content" tabIndex={-1}>
        <Page />
      </div>
      <Tips />
    </>
  );
}

// Milliseconds to wait for the server's greeting before the page is drawn. A nearby server answers
// in this time, and then everything is drawn at once.
const GREETING = 100;

connect();
const greeted = new Promise<void>((resolve) => {
  setTimeout(resolve, GREETING);
  me.subscribe((player) => player && resolve());
});
void Promise.all([speak(language.value), loadGames().catch(() => undefined), greeted]).then(() => {
  attend();
  render(<App />, document.getElementById("app") ?? document.body);
});
