// Dark or light, sounds and notifications: chosen by the player, stored on the device.
import { effect, signal } from "@preact/signals";
import { recall, remember } from "./storage";

export type Theme = "system" | "light" | "dark";

export const theme = signal<Theme>((recall("theme") as Theme | undefined) ?? "system");
export const sounds = signal(recall("sounds") === "on");
export const notices = signal(recall("notices") === "on");

effect(() => {
  remember("theme", theme.value);
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
effect(() => remember("sounds", sounds.value ? "on" : "off"));
effect(() => remember("notices", notices.value ? "on" : "off"));
