// A first campaign of Zipang Portable: a knock-out, two blocks, a Monk, money, and Honour at the
// end.
import type { Guide } from "../../web/src/guide";
import { say } from "../../web/src/words";

const hand = (kind: string) => `.dock .hand [data-kind="${kind}"]`;
const seat = (letter: string) => `.others > .seat-${letter} > .seat-head`;

const guide: Guide = {
  game: "zipang",
  seed: "guide 17",
  players: 3,
  steps: () => [
    {
      text: say(
        "Welcome to Zipang! You lead a samurai house and fight for coins. When somebody has none left at the end of a campaign, the game is over, and whoever owns the most wins.",
      ),
      point: ".seat-stats",
    },
    {
      text: say(
        "A campaign is a short fight for a pot of coins. This is the pot: each of you had 5 coins and has put one in.",
      ),
      point: ".pot",
    },
    {
      text: say(
        "The last one standing takes the pot. If several are left at the end of the campaign, the one with the most Honour in hand takes it.",
      ),
      point: ".pot, .hand-sum",
    },
    {
      text: say(
        "This is your hand, and nobody else sees it. The sword shows a card's strength in battle, the fan its Honour. To read what a card does, point at it or hold your finger on it.",
      ),
      point: ".dock .hand",
    },
    {
      text: say(
        "Chiyo has begun, with a Merchant: everyone else pays a coin into the pot. Only a Monk could shield you from it, and you have none. Click “Accept”.",
      ),
      move: "accept",
      point: ".battle",
    },
    {
      text: say(
        "Now it is your turn. Every turn is like this: you draw a card, then you play one of your three. You have drawn the Warlord.",
      ),
      point: `[data-zone="supply"], ${hand("warlord")}`,
    },
    {
      text: say(
        "Attack Chiyo with strength 3: click the Captain, then Chiyo. Botan could still buy off an attack with a coin, as everyone can before their first turn of a campaign; Chiyo no longer can. Keep the stronger Warlord for your defence.",
      ),
      move: "captain C",
      point: `${hand("captain")}, ${seat("C")}`,
    },
    {
      text: say(
        "Chiyo's hand was too weak: Chiyo is out until the next campaign, but keeps the coins. The cards are discarded without effect, even the Emperor. Remember him!",
      ),
      point: `${seat("C")}, .discards [data-kind="emperor"]`,
    },
    {
      text: say(
        "Botan attacks you with a Captain: strength 3. Add up the swords in your hand: 1 + 5 = 6, which is enough. Click “Block”: you keep your cards, but Botan gets to see them.",
      ),
      move: "block",
      point: ".battle, .hand-sum",
    },
    {
      text: say(
        "You have drawn another Captain. If Botan falls as well, you are the last one standing, and the pot is yours. Click the Captain, then Botan.",
      ),
      move: "captain B",
      point: `${hand("captain")}, ${seat("B")}`,
    },
    {
      text: say(
        "What a pity: Botan's Monk and Ninja have 1 + 2 = 3 swords, just enough to block. But you have seen them, and they stay open to you. Then Botan's Bandit stole a coin from Chiyo; that can happen even to those who are out.",
      ),
      point: '.others .seat-B .backs, .discards [data-kind="bandit"]',
    },
    {
      text: say(
        "Against Botan's Monk your Warlord would be wasted, so fill the pot that you mean to win: click the Merchant. Hold on to your own new Monk, for Botan still has the Ninja.",
      ),
      move: "merchant",
      point: hand("merchant"),
    },
    {
      text: say(
        "There comes the Ninja: you would have to throw your hand away and draw a new one. But a Monk shields you from one card: click yours. You draw another card for it at once.",
      ),
      move: "monk",
      point: `.battle, ${hand("monk")}`,
    },
    {
      text: say(
        "The Ninja is stopped. Now only 2 cards are left in the supply: when a turn should begin and it is empty, the campaign ends, and Honour decides.",
      ),
      point: '[data-zone="supply"]',
    },
    {
      text: say(
        "So keep the cards with Honour: the Nobleman's 4 and the Warlord's 3 make 7. Click the Princess: she brings you half the pot right now, 3 of the 7 coins; the odd one stays.",
      ),
      move: "princess",
      point: `${hand("princess")}, .pot`,
    },
    {
      text: say(
        "Botan plays the Crazy One, who plays a discarded card again, and picks Chiyo's Emperor! The Emperor ends the campaign at once, and those who are still in it compare the Honour in their hands.",
      ),
      point: ".log",
    },
    {
      text: say(
        "You show the Nobleman and the Warlord, 7 Honour; Botan has 6. You win the campaign and the 4 coins that were left in the pot. Congratulations!",
      ),
      point: ".log",
    },
    {
      text: say(
        "The second campaign is dealt already: all cards are shuffled anew, each of you puts in a coin, and Chiyo is back. You begin, because you won. You have 9 coins now, Botan 2 and Chiyo 1.",
      ),
      point: ".seat-stats",
    },
    {
      text: say(
        "Click the Merchant: it takes Chiyo's last coin. If Chiyo has none when this campaign ends, the game is over, and you are far ahead.",
      ),
      move: "merchant",
      point: `${hand("merchant")}, ${seat("C")}`,
    },
    {
      text: say(
        "Botan attacks you with 3, and your hand has only 2. A coin does not help any more after your first turn: you can play your Monk, or fall and wait for the next campaign. In a moment that is for you to decide.",
      ),
      point: ".battle, .hand-sum",
    },
    {
      text: say(
        "There is more to discover: two Peasants together attack everybody with 5, the Shrine Maiden opens all other hands, the Tea Master and the Nobleman let you play somebody else's card. If the most Honour is shared, the pot stays for the next campaign.",
      ),
    },
    {
      text: say(
        "Well played! From here on the match is yours: play it on as you like. Everything else is under “Rules” at the top.",
      ),
    },
  ],
};

export default guide;
