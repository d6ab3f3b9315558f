// The panel of the guide: it explains what can be seen, and what to do next.
import { useEffect } from "preact/hooks";
import { astray, endGuide, nextStep, progress, settled, step } from "../guide";
import { show } from "../scroll";
import { choice, position } from "../table";
import { say, tell } from "../words";
import { Icon } from "./art";

/** Outlines what the step explains, and keeps it in view, also when the dock grows. After a first
 * choice it keeps the things to choose next in view. */
function usePointer(selector: string | undefined): void {
  const p = position.value;
  const picks = choice.value.picks.length;
  useEffect(() => {
    const pointed = selector ? [...document.querySelectorAll(selector)] : [];
    for (const element of pointed) element.classList.add("pointed");
    const offered = pointed.filter((element) => element.matches(".offered"));
    const see = () => show(picks > 0 && offered.length > 0 ? offered : pointed);
    const dock = document.querySelector(".dock");
    const observer = new ResizeObserver(see);
    if (dock && pointed.length > 0) observer.observe(dock);
    return () => {
      observer.disconnect();
      for (const element of pointed) element.classList.remove("pointed");
    };
  }, [selector, p, picks]);
}

export function GuidePanel() {
  const now = step.value;
  const ready = settled.value;
  usePointer(ready ? now?.point : undefined);
  if (!now) return null;
  const { at, of } = progress.value;
  const text = astray.value
    ? say("The match no longer follows this guide. You can play on as you like.")
    : ready
      ? now.text
      : say("See what the others do.");
  return (
    <section class={`guide ${ready ? "" : "waits"}`} aria-label={say("Guide")}>
      <p aria-live="polite">{text}</p>
      <p class="row">
        {ready && now.move === undefined && !astray.value && (
          <button type="button" class="primary" onClick={nextStep}>
            {at === of ? say("Finish") : say("Next")} <Icon name="next" />
          </button>
        )}
        <span class="progress">{tell("{1} of {2}", at, of)}</span>
        <button type="button" class="quiet" onClick={endGuide}>
          {say("Leave the guide")}
        </button>
      </p>
    </section>
  );
}
