// The guide's voice: what is to be seen, and what to do next.
import { useEffect } from "preact/hooks";
import { astray, endGuide, nextStep, progress, step } from "../guide";
import { position, sent, stepping } from "../table";
import { say, tell } from "../words";
import { Icon } from "./art";

/** Brings it into sight; on a small page the dock lies over the lower part of the board. */
function show(element: Element): void {
  const dock = element.closest(".dock") ? null : document.querySelector<HTMLElement>(".dock");
  const over = dock && getComputedStyle(dock).position === "sticky" ? dock.offsetHeight : 0;
  const { style } = element as HTMLElement;
  style.scrollMargin = `12px 0 ${over + 12}px`;
  element.scrollIntoView({ block: "nearest" });
  style.scrollMargin = "";
}

export function GuidePanel() {
  const now = step.value;
  const p = position.value;
  useEffect(() => {
    const pointed = now?.point ? [...document.querySelectorAll(now.point)] : [];
    for (const element of pointed) element.classList.add("pointed");
    if (pointed[0]) show(pointed[0]);
    return () => {
      for (const element of pointed) element.classList.remove("pointed");
    };
  }, [now, p]);
  // What is still being shown comes first.
  if (!now || stepping.value || sent.value !== undefined) return null;
  return (
    <section class="guide" aria-label={say("Guide")}>
      <p aria-live="polite">{astray.value ? say("The match has taken another way than this guide. Play on as you like.") : now.text}</p>
      <p class="row">
        {now.move === undefined && !astray.value && (
          <button type="button" class="primary" onClick={nextStep}>
            {say("Next")} <Icon name="next" />
          </button>
        )}
        <span class="progress">{tell("{1} of {2}", progress.value.at, progress.value.of)}</span>
        <button type="button" class="quiet" onClick={endGuide}>{say("Leave the guide")}</button>
      </p>
    </section>
  );
}
