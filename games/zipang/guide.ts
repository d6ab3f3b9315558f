// A first campaign of Zipang Portable: a player falls, two attacks are blocked, a Monk cancels a
// card, coins change hands, and Honour decides.
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
        "Welcome to Zipang! You lead a samurai house and fight for coins. When a player has none " +
          "left at the end of a campaign, the game is over, and the player with the most coins " +
          "wins.",
      ),
      point: ".seat-stats",
    },
    {
      text: say(
        "A campaign is a short fight for a pot of coins. This is the pot: each of you started " +
          "with 5 coins and has put one in.",
      ),
      point: ".pot",
    },
    {
      text: say(
        "The last player standing takes the pot. If several are left when the campaign ends, the " +
          "one with the most Honour in hand takes it.",
      ),
      point: ".pot, .hand-sum",
    },
    {
      text: say(
        "This is your hand, and nobody else sees it. The sword shows a card's strength in " +
          "battle, the fan its Honour. To read what a card does, point at it or hold your finger " +
          "on it.",
      ),
      point: ".dock .hand",
    },
    {
      text: say(
        "Chiyo began and played a Merchant: everyone else pays a coin into the pot. Only a Monk " +
          "could protect you, and you have none. Click “Accept”.",
      ),
      move: "accept",
      point: ".battle",
    },
    {
      text: say(
        "Now it is your turn. Every turn is like this: you draw a card, then you play one of " +
          "your three. You have drawn the Warlord.",
      ),
      point: `[data-zone="supply"], ${hand("warlord")}`,
    },
    {
      text: say(
        "Attack Chiyo with strength 3: click the Captain, then Chiyo. Before their first turn of " +
          "a campaign, players can pay a coin to stop an attack. Botan still can, Chiyo no " +
          "longer can. Keep the stronger Warlord for your defence.",
      ),
      move: "captain C",
      point: `${hand("captain")}, ${seat("C")}`,
    },
    {
      text: say(
        "Chiyo's hand was too weak: Chiyo is out until the next campaign, but keeps the coins. " +
          "The cards are discarded without effect, even the Emperor. Remember him!",
      ),
      point: `${seat("C")}, .discards [data-kind="emperor"]`,
    },
    {
      text: say(
        "Botan attacks you with a Captain: strength 3. Add up the swords in your hand: 1 + 5 = " +
          "6, which is enough. Click “Block”: you keep your cards, but Botan gets to see them.",
      ),
      move: "block",
      point: ".battle, .hand-sum",
    },
    {
      text: say(
        "You have drawn another Captain. If Botan falls as well, you are the last one standing, " +
          "and the pot is yours. Click the Captain, then Botan.",
      ),
      move: "captain B",
      point: `${hand("captain")}, ${seat("B")}`,
    },
    {
      text: say(
        "What a pity: Botan's Monk and Ninja have 1 + 2 = 3 swords, just enough to block. But " +
          "now you have seen them, and they stay visible to you. Then Botan's Bandit stole a " +
          "coin from Chiyo; that can happen even to players who are out.",
      ),
      point: '.others .seat-B .backs, .discards [data-kind="bandit"]',
    },
    {
      text: say(
        "Your Warlord would be wasted against Botan's Monk. So make the pot larger, since you " +
          "want to win it: click the Merchant. Keep your own new Monk, because Botan still has " +
          "the Ninja.",
      ),
      move: "merchant",
      point: hand("merchant"),
    },
    {
      text: say(
        "Here comes the Ninja: you would have to discard your hand and draw a new one. But a " +
          "Monk protects you from one card: click yours. You draw a new card for it at once.",
      ),
      move: "monk",
      point: `.battle, ${hand("monk")}`,
    },
    {
      text: say(
        "The Ninja is stopped. Only 2 cards are left in the supply. When a player must draw to " +
          "begin a turn and the supply is empty, the campaign ends, and Honour decides.",
      ),
      point: '[data-zone="supply"]',
    },
    {
      text: say(
        "So keep the cards with much Honour: the Nobleman's 4 and the Warlord's 3 make 7. Click " +
          "the Princess: she gives you half the pot right now, 3 of the 7 coins. The odd coin " +
          "stays.",
      ),
      move: "princess",
      point: `${hand("princess")}, .pot`,
    },
    {
      text: say(
        "Botan plays the Crazy One, who plays a discarded card again, and picks Chiyo's Emperor! " +
          "The Emperor ends the campaign at once, and the players who are still in it compare " +
          "the Honour in their hands.",
      ),
      point: ".log",
    },
    {
      text: say(
        "You show the Nobleman and the Warlord, 7 Honour; Botan has 6. You win the campaign and " +
          "the 4 coins that were left in the pot. Congratulations!",
      ),
      point: ".log",
    },
    {
      text: say(
        "The second campaign has begun: all cards were shuffled again, each of you put in a " +
          "coin, and Chiyo is back. You begin, because you won. You have 9 coins now, Botan 2 " +
          "and Chiyo 1.",
      ),
      point: ".seat-stats",
    },
    {
      text: say(
        "Click the Merchant: it takes Chiyo's last coin. If Chiyo has none when this campaign " +
          "ends, the game is over, and you are far ahead.",
      ),
      move: "merchant",
      point: `${hand("merchant")}, ${seat("C")}`,
    },
    {
      text: say(
        "Botan attacks you with strength 3, and your hand has only 2 swords. After your first " +
          "turn you can no longer pay a coin: you can play your Monk, or fall and wait for the " +
          "next campaign. In a moment you can decide that yourself.",
      ),
      point: ".battle, .hand-sum",
    },
    {
      text: say(
        "There is more to discover: two Peasants together attack everybody else with strength 5, " +
          "the Shrine Maiden shows all other hands, and the Tea Master and the Nobleman let you " +
          "play another player's card. If the highest Honour is tied, the pot stays for the next " +
          "campaign.",
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
