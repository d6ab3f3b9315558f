// Dark or light, and sounds: chosen by the player, kept on the device.
import { effect, signal } from "@preact/signals";
import { keep, kept } from "./keep";

export type Theme = "system" | "light" | "dark";

export const theme = signal<Theme>((kept("theme") as Theme | undefined) ?? "system");
export const sounds = signal(kept("sounds") === "on");
export const notices = signal(kept("notices") === "on");

effect(() => {
  keep("theme", theme.value);
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
effect(() => keep("sounds", sounds.value ? "on" : "off"));
effect(() => keep("notices", notices.value ? "on" : "off"));
