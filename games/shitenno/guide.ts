// The first years of Shitenno: a lot to choose, two provinces, all ways to pay, and a sharing in
// which the player forms the lots.
import type { Guide } from "../../web/src/guide";
import { say } from "../../web/src/words";

const hand = (kind: string) => `.dock .hand [data-kind="${kind}"]`;
const province = (name: string) => `.shitenno-province.in-${name}`;
const title = (name: string) => `.shitenno-title[data-term="${name}"]`;

const guide: Guide = {
  game: "shitenno",
  seed: "guide 14",
  players: 2,
  steps: () => [
    {
      text: say(
        "Welcome to Shitenno! You are a general of the Shogun and take control of provinces with " +
          "Kamons, the markers of your house. They give you points, and the player with the most " +
          "points at the end wins.",
      ),
      point: ".shitenno-map",
    },
    {
      text: say(
        "The game is played in double years. In the even year, which is now, cards and titles " +
          "are shared out at court. In the odd year you spend your cards on provinces.",
      ),
      point: ".shitenno-year",
    },
    {
      text: say(
        "These are your first cards: a Shinobi, and two Sohei on one double card. Such soldiers " +
          "are called Troops, and there are four types of them. You will also get Koku: that is " +
          "money.",
      ),
      point: ".dock .hand .card-spot",
    },
    {
      text: say(
        "There are four titles, in this order: Daimyo, Shomyo, Sensei, Hatamoto. Titles decide " +
          "the order of the players, and each title has a power. You are Hatamoto and Botan is " +
          "Shomyo, but now the titles are shared out again.",
      ),
      point: ".shitenno-titles, .mine-title, .others .shitenno-rank",
    },
    {
      text: say(
        "Botan has the higher title and so is the Tairo, who divides everything into two lots. " +
          "You choose one, and Botan gets the other. Click lot 1: it has Sohei to go with yours, " +
          "some money, and the highest title, the Daimyo.",
      ),
      move: "choose 1",
      point: ".shitenno-tray",
    },
    {
      text: say(
        "Now the odd year. Each of you may place up to two Kamons, and as Daimyo you go first. " +
          "The four positions of a province are filled from left to right; the number is both " +
          "the price in Koku and the points that you get.",
      ),
      point: ".shitenno-positions",
    },
    {
      text: say(
        "Look at Chubu. It asks for 2 Shinobi, and for one more Troop as the top tile shows: a " +
          "Shinobi again. Or it costs 3 Koku, which you have. Click Chubu.",
      ),
      move: "take chubu",
      point: province("chubu"),
    },
    {
      text: say(
        "You pay either in Koku alone or in Troops alone, and there is no change. Begin with the " +
          "single Koku: click it in your hand.",
      ),
      move: "pay koku1 1",
      point: `.shitenno-gate, ${hand("koku1")}`,
    },
    {
      text: say("And now the double Koku. Together they make 3."),
      move: "pay koku2 1",
      point: `.shitenno-gate, ${hand("koku2")}`,
    },
    {
      text: say(
        "3 points, and 2 more because you are Daimyo! The tile is yours, too: an Exchange, which " +
          "can turn a Troop into one of another type. Shikoku asks for 3 Sohei and a Samurai; " +
          "you have 4 Sohei, so click Shikoku.",
      ),
      move: "take shikoku",
      point: `${province("shikoku")}, ${hand("exchange")}`,
    },
    {
      text: say(
        "Tiles are paid before cards, so click the Exchange. You do not have to say which Troop " +
          "it changes.",
      ),
      move: "pay exchange 1",
      point: `.shitenno-gate, ${hand("exchange")}`,
    },
    {
      text: say("Now the two single Sohei: they are paid together."),
      move: "pay sohei 2",
      point: `.shitenno-gate, ${hand("sohei")}`,
    },
    {
      text: say(
        "And the double card: then one of your four Sohei counts as the Samurai, and the price " +
          "is covered.",
      ),
      move: "pay sohei+sohei 1",
      point: `.shitenno-gate, ${hand("sohei+sohei")}`,
    },
    {
      text: say(
        "Another 5 + 2 points: you have 12. This time you have won a Card taking tile. Click it " +
          "to draw a Troop card; then your turn is over, because you have placed two Kamons.",
      ),
      move: "draw",
      point: hand("taking"),
    },
    {
      text: say(
        "You have drawn a Bushi. Botan took Hokkaido and Chugoku, and as Sensei turned a Kamon " +
          "to gold: it counts as two. At the end of the game, the player with the most Kamons in " +
          "a province gets 6 more points for it.",
      ),
      point: province("hokkaido"),
    },
    {
      text: say(
        "The second double year: your title is the higher one, so you are the Tairo, and Botan " +
          "will choose. Make two lots so that you would be happy with either. Click a triple " +
          "Koku to put it into lot 1.",
      ),
      move: "add koku3",
      point:
        '.shitenno-cards[data-zone="lot"], .shitenno-cards[data-zone="offer"] [data-kind="koku3"]',
    },
    {
      text: say(
        "Click the other one too. Then all the money is in lot 1, and all the Troops are left " +
          "for lot 2.",
      ),
      move: "add koku3",
      point:
        '.shitenno-cards[data-zone="lot"], .shitenno-cards[data-zone="offer"] [data-kind="koku3"]',
    },
    {
      text: say(
        "Each lot needs a title; the higher one goes with lot 1. Click Daimyo and Shomyo, " +
          "because these two give extra points for every Kamon, and then “Divide like this”.",
      ),
      move: "divide daimyo shomyo",
      point: `.shitenno-confirm, ${title("daimyo")}, ${title("shomyo")}`,
    },
    {
      text: say(
        "Botan chose the Daimyo with the money, went first, and got 11 points for Kyushu and the " +
          "second position of Chugoku. That is a blow: Botan leads by 17 to 12.",
      ),
      point: province("chugoku"),
    },
    {
      text: say(
        "But the Troops are yours! In Chugoku a new tile lies on top and asks for a Samurai, so " +
          "position 3 costs 3 Samurai in all. You have exactly that many. Click Chugoku.",
      ),
      move: "take chugoku",
      point: province("chugoku"),
    },
    {
      text: say("Click the single Samurai first: cards are paid from left to right."),
      move: "pay samurai 1",
      point: `.shitenno-gate, ${hand("samurai")}`,
    },
    {
      text: say("And now the double card: it is two Samurai."),
      move: "pay samurai+samurai 1",
      point: `.shitenno-gate, ${hand("samurai+samurai")}`,
    },
    {
      text: say(
        "6 points, and 1 more because you are Shomyo: you lead by 19 to 17! You may take one " +
          "more province. Chubu asks for 3 Shinobi: you have two, and your new Exchange can make " +
          "a third. In a moment you can decide that yourself.",
      ),
      point: `${province("chubu")}, ${hand("shinobi")}, ${hand("exchange")}`,
    },
    {
      text: say(
        "There is more to discover: +1 tiles and the Hatamoto add to what you pay, and with " +
          "three or four players, lots are offered one by one, to accept or to refuse. The game " +
          "ends after an odd year if somebody has no Kamon left or the Koku deck is empty.",
      ),
      point: '.dock .shitenno-kamons, .shitenno-deck[data-zone="koku"]',
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
