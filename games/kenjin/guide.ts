// A whole match of Kenjin with every unit, an Assassin on either side, and four combats at the end.
import type { Guide } from "../../web/src/guide";
import { say } from "../../web/src/words";

const hand = (kind: string) => `.dock .hand [data-kind="${kind}"]`;
const tile = (name: string) => `.kenjin-own [data-zone="tile ${name}"]`;
const fields = ["camp", "bridge", "rice", "palace"];
const army = (seat: string, name: string) =>
  `.kenjin-own .kenjin-cards[data-zone="stack ${seat} ${fields.indexOf(name) + 1}"]`;
const card = (seat: string, name: string, place: number) =>
  `${army(seat, name)} > :nth-child(${place})`;
const field = (name: string) => `.kenjin-own > :nth-child(${fields.indexOf(name) + 1})`;

const guide: Guide = {
  game: "kenjin",
  seed: "guide 21",
  players: 2,
  steps: () => [
    {
      text: say(
        "Welcome to Kenjin! You and Botan send your cards to four battlefields, most of them " +
          "face down. When all cards are deployed, the battlefields are fought for one by one. " +
          "Each is worth points, and the player with the most points wins.",
      ),
      point: ".kenjin-own",
    },
    {
      text: say(
        "Each battlefield shows its points, 4 or 6, and its special rule. Your cards there are " +
          "your army; add up their strengths. The army with the higher total conquers the " +
          "battlefield. If the totals are equal, the army with more cards does.",
      ),
      point: ".kenjin-own .kenjin-tile",
    },
    {
      text: say(
        "These are your 13 cards, and Botan has the same ones. The sword shows a card's " +
          "strength. Cards played face up have their effect at once; cards played face down have " +
          "it in combat. To read what a card does, point at it or hold your finger on it.",
      ),
      point: ".dock .hand",
    },
    {
      text: say(
        "You play two cards each turn; Botan went first. Your Lord has strength 2, and 1 more " +
          "for each card that you put above him later, so play him early: click the Lord, then " +
          "the Rice Field.",
      ),
      move: "lord rice",
      point: `${hand("lord")}, ${tile("rice")}`,
    },
    {
      text: say(
        "Botan sees that a card lies there, but not which one. And what has Botan hidden? The " +
          "Shugenja can look at one such card: click the Shugenja, then the Bridge.",
      ),
      move: "shugenja bridge",
      point: `${hand("shugenja")}, ${tile("bridge")}`,
    },
    {
      text: say("Now choose the card to look at: click Botan's card on the Supply Camp."),
      move: "look camp B 1",
      point: card("B", "camp", 1),
    },
    {
      text: say(
        "It is Botan's Lord! He stays face down, but you know him now and can deal with him " +
          "later. Peasants have strength 0, but 1 on the Rice Field, and there they strengthen " +
          "your Lord too: click the Peasant, then the Rice Field.",
      ),
      move: "peasant rice",
      point: `${hand("peasant")}, ${tile("rice")}`,
    },
    {
      text: say(
        "Newer cards lie nearer to the middle; they are the ones above the Lord. Add another " +
          "Peasant in the same way. You get 1 extra point for each battlefield that you conquer " +
          "with a Peasant still alive.",
      ),
      move: "peasant rice",
      point: `${hand("peasant")}, ${tile("rice")}`,
    },
    {
      text: say(
        "Botan has played the Ashigaru and another hidden card. Now for the Bridge, which is " +
          "worth 6 points: click the Brute with his strength of 3, then the Bridge.",
      ),
      move: "brute bridge",
      point: `${hand("brute")}, ${tile("bridge")}`,
    },
    {
      text: say(
        "The Supply Camp is fought for first and gives its conqueror +1 on two others. Click the " +
          "Samurai, then the Supply Camp: in combat he eliminates the Peasants, the Brute and " +
          "the Ashigaru that face him.",
      ),
      move: "samurai camp",
      point: `${hand("samurai")}, ${tile("camp")}`,
    },
    {
      text: say(
        "Botan's Shugenja has looked at your Samurai, as the crest on the card reminds you. He " +
          "needs a companion with strength: click the Ashigaru, then the Supply Camp.",
      ),
      move: "ashigaru camp",
      point: `${card("A", "camp", 1)}, ${hand("ashigaru")}, ${tile("camp")}`,
    },
    {
      text: say(
        "What are the two cards that face your Lord? The Scout turns up one on his battlefield, " +
          "for both of you to see: click the Scout, then the Rice Field.",
      ),
      move: "scout rice",
      point: `${army("B", "rice")}, ${hand("scout")}, ${tile("rice")}`,
    },
    {
      text: say("Click the outlined card, which Botan laid there first."),
      move: "expose 1",
      point: card("B", "rice", 1),
    },
    {
      text: say(
        "It is the Samurai, who would eliminate your Peasants! You have an answer to that, but " +
          "deal with Botan's Lord first: three cards above him have raised him to 5. Your " +
          "Assassin can remove him, as he lies face down: click her.",
      ),
      move: "send assassin",
      point: `${card("B", "rice", 1)}, ${hand("assassin")}`,
    },
    {
      text: say(
        "Click Botan's Lord on the Supply Camp. The Assassin takes his place and fights for " +
          "Botan from now on, but with a strength of only 1.",
      ),
      move: "kill camp B 1",
      point: card("B", "camp", 1),
    },
    {
      text: say(
        "The Lord is gone. He is worth 3 points to his side if he survives on a battlefield that " +
          "it conquers. Now for a little bluff, because Botan cannot tell a Peasant from a " +
          "Brute: click the Peasant, then the Palace.",
      ),
      move: "peasant palace",
      point: `${hand("peasant")}, ${tile("palace")}`,
    },
    {
      text: say(
        "Botan has two more hidden cards on the Rice Field. Now for your answer to the Samurai: " +
          "an Archer eliminates him before he can act. Click the Archer, then the Rice Field.",
      ),
      move: "archer rice",
      point: `${card("B", "rice", 1)}, ${hand("archer")}, ${tile("rice")}`,
    },
    {
      text: say(
        "On the Palace the army with more cards gets -2. Botan has two there, so a single one is " +
          "best for you. Click the General, then the Palace: he will send your Peasant away from " +
          "there.",
      ),
      move: "general palace",
      point: `${hand("general")}, ${tile("palace")}`,
    },
    {
      text: say(
        "Click your Peasant on the Palace, then the Bridge. Botan will then have 2 + 1 - 2 = 1 " +
          "on the Palace, as much as your General: with +1 from the Supply Camp you would win " +
          "there.",
      ),
      move: "move 1 bridge",
      point: card("A", "palace", 1),
    },
    {
      text: say(
        "What a blow: Botan's Assassin has taken the place of your Brute, with 1 instead of 3. " +
          "Play your last card: click the Peasant, then the Supply Camp. Luckily it is not the " +
          "Lord: as the last card he would cost you 5 points.",
      ),
      move: "peasant camp",
      point: `${card("A", "bridge", 2)}, ${hand("peasant")}, ${tile("camp")}`,
    },
    {
      text: say(
        "The combats have begun with the Supply Camp. Your Samurai eliminated one of Botan's " +
          "Peasants, and you have conquered the Camp with 4 against 3! Choose where you get +1: " +
          "click the Bridge and the Palace.",
      ),
      move: "supply bridge palace",
      point: `${tile("bridge")}, ${tile("palace")}`,
    },
    {
      text: say(
        "The other combats follow at once. On the Bridge the +1 was not enough: 3 against the 4 " +
          "of Botan's Archer and Brute. With your own Brute you would have had 5!",
      ),
      point: field("bridge"),
    },
    {
      text: say(
        "On the Rice Field your Archer stopped the Samurai in time, and four cards above your " +
          "Lord gave him strength 6. You won it 10 to 3: that is 4 points, 1 for the Peasants " +
          "and 3 for the Lord.",
      ),
      point: field("rice"),
    },
    {
      text: say(
        "And your General has conquered the Palace alone, 2 to 1, thanks to the Supply Camp. You " +
          "win the game with 19 points to 6: congratulations!",
      ),
      point: `${field("palace")}, .mine .seat-stats`,
    },
    {
      text: say(
        "You have seen all the units. You can still discover six other battlefields, and with " +
          "three or four players you face a neighbour on either side. Well played! Click “Play " +
          "again” for a match of your own; everything else is under “Rules” at the top.",
      ),
    },
  ],
};

export default guide;
