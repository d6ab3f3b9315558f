// Dark or light, and sounds: chosen by the player, kept on the device.
import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

export const theme = signal<Theme>((localStorage.getItem("theme") as Theme | null) ?? "system");
export const sounds = signal(localStorage.getItem("sounds") === "on");
export const notices = signal(localStorage.getItem("notices") === "on");

effect(() => {
  localStorage.setItem("theme", theme.value);
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
effect(() => localStorage.setItem("sounds", sounds.value ? "on" : "off"));
effect(() => localStorage.setItem("notices", notices.value ? "on" : "off"));
