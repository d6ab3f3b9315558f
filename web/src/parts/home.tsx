// The way back to the start page, from pages that have nothing else to offer.
import { say } from "../words";

export const ChooseGame = () => (
  <a class="button primary" href="/">
    {say("Choose a game")}
  </a>
);
