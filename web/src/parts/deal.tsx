// After a match: whether the deal was checked, with a seal that can be opened for the details.
import { useEffect, useState } from "preact/hooks";
import type { Seat, Table } from "../protocol";
import type { Verdict } from "../verify";
import { list, say, tell } from "../words";
import { seatName } from "./words";

/** A stamp with the character 正, 'right', drawn as its five strokes. */
function Stamp() {
  return (
    <svg class="stamp" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path
        class="stamp-ground"
        d="M5 3.5c10-1 21-.8 30.5.3 1 9.5 1.3 22 .4 32-10 .9-22 1-31.7.2C3.3 26 3.6 13 5 3.5Z"
      />
      <path class="stamp-frame" d="M7.5 7h25v26h-25Z" />
      <path class="stamp-strokes" d="M11 12.5h18M20.5 12.5v15M20.5 19.5h7M14 18v9.5M10 28h20" />
    </svg>
  );
}

/** From what the match was dealt, in words. Whether one's own number is missing must not be hidden:
 * a server could leave out numbers that it does not like. */
function source(verdict: Verdict & { is: "good" }, you?: Seat): string {
  if (you && verdict.missing.includes(you))
    return say(
      "Deal checked, but without your random number: it did not reach the server in time.",
    );
  if (verdict.elsewhere)
    return say(
      "Deal checked, but without this browser’s random number: you took your seat on another " +
        "device.",
    );
  return verdict.added.length > 0
    ? tell(
        "Deal checked: dealt from the server’s secret and random numbers of: {1}.",
        list(verdict.added.map(seatName)),
      )
    : say("Deal checked: dealt from the server’s secret alone.");
}

function Good({ verdict, you }: { verdict: Verdict & { is: "good" }; you?: Seat }) {
  return (
    <details class="deal">
      <summary>
        <Stamp />
        <span>{source(verdict, you)}</span>
      </summary>
      <p>
        {tell("This page dealt the cards again and played all {1} moves.", verdict.plies)}{" "}
        {verdict.mine
          ? say("Everything matches what was promised before the match.")
          : say(
              "This page was not open before the deal, so it has only the record’s word for what was promised.",
            )}{" "}
        {verdict.views > 0 &&
          tell("It gives the same {1} views that you were shown.", verdict.views)}{" "}
        {verdict.added.length > 0
          ? `${say("The server was bound to its secret before it knew these numbers.")} ${say(
              "The players were bound to their numbers before they knew others: nobody chose the cards.",
            )}`
          : say(
              "No player added a random number, so the server could have chosen its secret.",
            )}{" "}
        {verdict.missing.length > 0 &&
          tell("Random number not revealed in time: {1}.", list(verdict.missing.map(seatName)))}
      </p>
    </details>
  );
}

/** Checks the deal once, and shows the result. */
export function Deal({ table }: { table: Table }) {
  const [verdict, setVerdict] = useState<Verdict>();
  useEffect(() => {
    let here = true;
    import("../verify")
      .then(({ verify }) => verify(table))
      .catch((why: Error): Verdict => ({ is: "unknown", why: why.message }))
      .then((found) => here && setVerdict(found));
    return () => {
      here = false;
    };
  }, [table.table]);
  if (!verdict)
    return (
      <p class="deal" role="status">
        {say("Checking the deal…")}
      </p>
    );
  if (verdict.is === "good") return <Good verdict={verdict} you={table.you} />;
  if (verdict.is === "wrong")
    return (
      <p class="deal deal-wrong" role="alert">
        <b>{say("Warning: the deal of this match is not right.")}</b> {verdict.why}
      </p>
    );
  return (
    <p class="deal" role="status">
      {say("The deal was not checked.")} {verdict.why}
    </p>
  );
}
