// A first round of Call to Glory: the player loses a set, wins one, and sees how a round is scored.
import type { Guide } from "../../web/src/guide";
import { say } from "../../web/src/words";

const hand = (kind: string) => `.dock .hand .glory-group:has([data-kind="${kind}"])`;
const pile = (name: string) => `.glory-pile[data-zone="${name}"]`;
const cell = (kind: string) => `.glory-cell[data-term="${kind}"]`;

const guide: Guide = {
  game: "glory",
  seed: "guide 51",
  players: 2,
  scrolls: true,
  steps: () => [
    {
      text: say(
        "Welcome to Call to Glory! You gather the people of old Japan around your house. Each of " +
          "the nine types brings points to the player who has it on the table when a round ends. " +
          "After four rounds the player with the most points wins.",
      ),
      point: ".glory-ledger",
    },
    {
      text: say(
        "The number of a type tells how many points it is worth, and also how many such cards " +
          "there are: the Farmers bring 20 points, the rare Emperors only 6. Two cards of a type " +
          "are enough for a set, but only one player can have each type on the table.",
      ),
      point: ".glory-value, .dock .hand",
    },
    {
      text: say(
        "In every turn you draw two cards, from two different piles, and then lay a set or " +
          "discard a card. Botan began and discarded an Emperor. Now it is your turn: click draw " +
          "pile 1.",
      ),
      move: "draw 1",
      point: pile("draw 1"),
    },
    {
      text: say(
        "An Envoy. The second card must come from another pile, and it may be a discarded one: " +
          "click the Emperor on discard pile 1. You have one already, so that makes a pair.",
      ),
      move: "pick 1",
      point: pile("discard 1"),
    },
    {
      text: say(
        "Now you could lay two Emperors or two Farmers, but only one set in a turn. The Farmers " +
          "are worth more: click them, then “Lay a set of 2”.",
      ),
      move: "lay farmer 2",
      point: hand("farmer"),
    },
    {
      text: say(
        "What a pity: Botan had three Farmers. A larger set beats a smaller one, so the 20 " +
          "points are Botan's for now, and your two Farmers went to discard pile 1. Small sets " +
          "are quickly laid and quickly lost.",
      ),
      point: `${cell("farmer")}, ${pile("discard 1")}`,
    },
    {
      text: say(
        "But you can get them back! It now takes four Farmers to beat Botan's three. Click " +
          "discard pile 1 to take the top Farmer.",
      ),
      move: "pick 1",
      point: `${pile("discard 1")}, ${cell("farmer")} .glory-need`,
    },
    {
      text: say(
        "From each pile you may take only one card in a turn, so the other Farmer has to wait. " +
          "Click draw pile 1.",
      ),
      move: "draw 1",
      point: pile("draw 1"),
    },
    {
      text: say(
        "A Daimyo, who does not help yet. Click your Emperors and lay them: they are worth only " +
          "6 points, but with just six of them in the game, two are not easily beaten.",
      ),
      move: "lay emperor 2",
      point: hand("emperor"),
    },
    {
      text: say(
        "Botan has laid two Envoys, for 16 points, and did not take the Farmer. Go on " +
          "collecting, and look at a new card first: click draw pile 1.",
      ),
      move: "draw 1",
      point: `${cell("envoy")}, ${pile("draw 1")}`,
    },
    {
      text: say(
        "A Farmer, what luck! Click discard pile 1 to take the other one as well. The eye on " +
          "your Farmers shows how many of them Botan has seen you take.",
      ),
      move: "pick 1",
      point: `${pile("discard 1")}, ${hand("farmer")}`,
    },
    {
      text: say(
        "Three Farmers do not beat three: “3 of 4” below them means that you need one more. If " +
          "you do not lay a set, you must discard a card. Discard the Daimyo, who is worth less " +
          "than the Envoy: click the Daimyo, then discard pile 1.",
      ),
      move: "discard daimyo 1",
      point: `${hand("daimyo")}, ${pile("discard 1")}`,
    },
    {
      text: say(
        "Botan has discarded an Envoy, and that is careless: you have one in your hand, and only " +
          "two are on the table. Click discard pile 2 to take it.",
      ),
      move: "pick 2",
      point: `${pile("discard 2")}, ${cell("envoy")}`,
    },
    {
      text: say("Two Envoys are not enough yet, you need three. Try your luck: click draw pile 2."),
      move: "draw 2",
      point: `${pile("draw 2")}, ${hand("envoy")}`,
    },
    {
      text: say("The third Envoy! Click your Envoys and lay all three: they beat Botan's two."),
      move: "lay envoy 3",
      point: `${hand("envoy")}, ${cell("envoy")}`,
    },
    {
      text: say(
        "Well done, the 16 points are yours! Botan's Envoys went to a discard pile, where anyone " +
          "may take the top one. Then Botan laid two Ninjas. You never add cards to a set on the " +
          "table: to enlarge yours, you lay a whole new, larger one from your hand.",
      ),
      point: `${cell("envoy")}, ${cell("ninja")}`,
    },
    {
      text: say(
        "A round ends with a turn after which one player has six types, or all nine are on the " +
          "table, or a draw pile is empty. Here you see how near that is.",
      ),
      point: ".glory-meter",
    },
    {
      text: say(
        "Then each type in front of you brings its points once, however many cards it has; cards " +
          "in hand bring nothing. Now you would get 6 + 16 = 22 points and Botan 14 + 20 = 34. " +
          "But with one more Farmer you can take 20 of them!",
      ),
      point: `.seat-stats, ${hand("farmer")}`,
    },
    {
      text: say(
        "All cards are then shuffled for the next round, and the player with the fewest points " +
          "begins it. With three or four players fewer types end a round, and Samurai, Ninjas " +
          "and Envoys need three cards. Two variants are not shown here: Imperial Tasks and " +
          "Ninja figures.",
      ),
    },
    {
      text: say(
        "Well played! From here on the match is yours: continue as you like. Everything else " +
          "is under “Rules” at the top.",
      ),
    },
  ],
};

export default guide;
