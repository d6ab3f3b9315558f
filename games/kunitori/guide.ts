// The first turns of Kunitori!: treasures, a raid that meets an ambush, troops, a Town, and troops
// that stay deployed.
import type { Guide } from "../../web/src/guide";
import { say } from "../../web/src/words";

const hand = (kind: string) => `.dock .hand [data-kind="${kind}"]`;
const stall = (kind: string) => `[data-zone="supply ${kind}"]`;
const bought = (seat: string) => `.others .seat-${seat} .kunitori-gains`;
const victory = `.kunitori-end, ${["village", "town", "land"].map(stall).join(", ")}`;
const treasures = `${hand("copper")}, .counter-coin`;

const guide: Guide = {
  game: "kunitori",
  seed: "guide 1490",
  players: 2,
  steps: () => [
    {
      text: say(
        "Welcome to Kunitori! You are a daimyo, and the cards you own are your realm. The end " +
          "comes when the Villages, the Towns or the Lands in the middle run out. Then the " +
          "points on all cards are counted, and the player with the most points wins.",
      ),
      point: victory,
    },
    {
      text: say(
        "You own 6 Coppers and 2 Villages, just like Botan, and draw a hand of 4 cards each " +
          "turn. A turn has four phases: action, battle, buy, redraw. You have no action cards " +
          "yet, so click “Done”.",
      ),
      move: "done",
      point: ".kunitori-steps, .dock .hand",
    },
    {
      text: say(
        "Now you may buy a card. Treasures pay for it, and each Copper gives 1 money: click “All " +
          "treasures” to play all four. They are not lost: you will draw them again.",
      ),
      move: "treasures",
      point: treasures,
    },
    {
      text: say(
        "You have 4 money. Silver is a good first buy: it gives 2 money whenever you draw it. " +
          "But only a leader can begin a battle. To see a battle soon, click the Young general.",
      ),
      move: "buy young_general",
      point: stall("young_general"),
    },
    {
      text: say(
        "The Young general has gone to your discards, and so have the Coppers; after the next " +
          "shuffle you can draw him. In your new hand are 2 Villages: each is a point at the " +
          "end, but pays nothing. Click “All treasures”.",
      ),
      move: "treasures",
      point: `${treasures}, .kunitori-mine .kunitori-piles`,
    },
    {
      text: say(
        "For 2 money, take Farmer soldiers: whenever you play them, they draw you a card and " +
          "give you back the action they cost. Botan has just bought some as well. Click them in " +
          "the middle.",
      ),
      move: "buy farmers",
      point: stall("farmers"),
    },
    {
      text: say(
        "Your deck was empty, so your discards were shuffled to make a new one, and here is your " +
          "Young general! Playing an action card takes an action, and you have 1 each turn. He " +
          "gives you a card and another action: click him.",
      ),
      move: "play young_general",
      point: `${hand("young_general")}, .counter-action`,
    },
    {
      text: say(
        "He has brought a Copper. You have an action again, but no card to use it on: click " +
          "“Done” to go on to the battle.",
      ),
      move: "done",
      point: ".counter-action, .kunitori-steps",
    },
    {
      text: say(
        "You have played a leader, so you may attack, with a strength of 1. Nobody guards " +
          "Botan's territory (but who knows what is in Botan's hand?), and winning by 1 to 3 " +
          "gains you a Village. Click the Young general, then Botan.",
      ),
      move: "attack young_general B",
      point: ".kunitori-target.seat-B, .kunitori-stakes",
    },
    {
      text: say(
        "An ambush! A defender may reveal cards from the hand, and each counts 1 more: Botan's " +
          "Farmer soldiers make 2 against your 1, and that wins Botan a Village. You lose no " +
          "card, but attack with more strength next time.",
      ),
      point: ".kunitori-news",
    },
    {
      text: say(
        "After the battle you buy, as in every turn. Click “All treasures”. If you wonder what a " +
          "card does, point at it or hold your finger on it.",
      ),
      move: "treasures",
      point: treasures,
    },
    {
      text: say(
        "A general needs troops. Spear troopers have an attack of 2 and give you back the action " +
          "they cost: click them.",
      ),
      move: "buy spear",
      point: stall("spear"),
    },
    {
      text: say(
        "Botan has played the Farmer soldiers and bought a Silver. You have drawn your Farmer " +
          "soldiers now: click them for another card.",
      ),
      move: "play farmers",
      point: `${hand("farmers")}, ${bought("B")}`,
    },
    {
      text: say(
        "What a pity, a Village. Points win in the end, but until then they only fill your hand: " +
          "so buy money and troops first, and points later. Click “All treasures”.",
      ),
      move: "treasures",
      point: `${hand("village")}, ${treasures}`,
    },
    {
      text: say(
        "Click the Spear troopers once more. With two such cards your Young general will attack " +
          "with 1 + 2 + 2 = 5.",
      ),
      move: "buy spear",
      point: stall("spear"),
    },
    {
      text: say(
        "Your discards have been shuffled in again, and what a hand it is! Every card in it " +
          "except the Copper gives you back its action, so you can play them all. Click the " +
          "Spear troopers first.",
      ),
      move: "play spear",
      point: `${hand("spear")}, .counter-action`,
    },
    {
      text: say(
        "They are in your territory now, where your played cards lie. Go on with the Farmer " +
          "soldiers: what will they draw?",
      ),
      move: "play farmers",
      point: `${hand("farmers")}, .kunitori-land`,
    },
    {
      text: say(
        "A Copper. Now click the Young general: he leads the attack, and draws a card as well.",
      ),
      move: "play young_general",
      point: hand("young_general"),
    },
    {
      text: say("Just in time: your other Spear troopers! Click them."),
      move: "play spear",
      point: hand("spear"),
    },
    {
      text: say("Your army is complete. Click “Done” to go on to the battle."),
      move: "done",
      point: ".kunitori-land",
    },
    {
      text: say(
        "All your troops march with the Young general, and you have 5. Two of Botan's cards can " +
          "fight, the Farmer soldiers and a new Young general; even if both are in ambush, they " +
          "make only 2 + 2 = 4. So you will win: click the Young general, then Botan.",
      ),
      move: "attack young_general B",
      point: ".kunitori-target.seat-B",
    },
    {
      text: say(
        "Botan called reinforcements instead, the top two cards of the deck: a Young general, " +
          "who counts just 1, and a Copper. You win by 4 and gain a Town, 3 points! Your 2 " +
          "Coppers would only buy a poor card, which would be in your way later: click “Done”.",
      ),
      move: "done",
      point: ".kunitori-news",
    },
    {
      text: say(
        "Now the redraw. Spear troopers can stay deployed on the table: there they defend you, " +
          "and in your next turn they are played automatically. Click “Keep 2”.",
      ),
      move: "keep spear 2",
      point: ".kunitori-land",
    },
    {
      text: say(
        "Congratulations! You lead with 5 points to 3, and your troops guard you with 4. If " +
          "Botan attacks, you may add an ambush or reinforcements; a defender who wins by 3 or " +
          "more may even take a Land, worth 6 points.",
      ),
      point: ".seat-stats",
    },
    {
      text: say(
        "There is more to discover: Gold and the Magnificent castle for 6 money, eight Generals " +
          "who fight harder, and Lands for 9. When the Villages, the Towns or the Lands run out, " +
          "everyone else has one more turn, and that is the end. Well played! From here on the " +
          "match is yours; everything else is under “Rules” at the top.",
      ),
      point: victory,
    },
  ],
};

export default guide;
