/* Kunitori!: every card there is, in the one table from which kinds, numbers and copies are made.
 *
 * A(n) marks a number that is assumed: the source has lost it, and the printed one may replace it
 * here. Two things the rules rely on: leaders cannot stay deployed, and every deployable card gives
 * an action, so that all of them can be played and their order does not matter (U10). Copies of
 * victory cards are all that exist; how many of them are in a game depends on the players
 * (kunitori.c).
 *
 * A text is one of the named effects and its number: the cost of what may be gained, or a kind. */
#ifndef TENKA_KUNITORI_CARDS_H
#define TENKA_KUNITORI_CARDS_H

#define A(number) number

/* clang-format off */

/* kind, id, title, category, cost, points, +cards, +money, +actions, +buys, attack, defence,
 * deployable, copies, text, its number */
#define TREASURE_CARDS(card) \
    card(COPPER, "copper", "Copper", TREASURE, A(1), 0, 0, 1, 0, 0, 0, 0, 0, A(36), TEXT_NONE, 0) \
    card(SILVER, "silver", "Silver", TREASURE, A(3), 0, 0, 2, 0, 0, 0, 0, 0, A(20), TEXT_NONE, 0) \
    card(GOLD, "gold", "Gold", TREASURE, A(6), 0, 0, 3, 0, 0, 0, 0, 0, A(14), TEXT_NONE, 0)

#define VICTORY_CARDS(card) \
    card(VILLAGE, "village", "Village", VICTORY, A(3), A(1), 0, 0, 0, 0, 0, 0, 0, A(26), TEXT_NONE, 0) \
    card(TOWN, "town", "Town", VICTORY, A(6), A(3), 0, 0, 0, 0, 0, 0, 0, A(12), TEXT_NONE, 0) \
    card(LAND, "land", "Land", VICTORY, A(9), A(6), 0, 0, 0, 0, 0, 0, 0, A(12), TEXT_NONE, 0)

#define ACTION_CARDS(card) \
    card(SPEAR, "spear", "Spear troopers", TROOP, A(3), 0, 0, 0, A(1), 0, A(2), 0, 1, A(12), TEXT_NONE, 0) \
    card(ARCHERS, "archers", "Light archers", TROOP, A(4), 0, 0, 0, 2, 0, 1, 0, 1, A(12), TEXT_NONE, 0) \
    card(CAVALRY, "cavalry", "Cavalry", TROOP, A(5), 0, 0, 0, 2, 0, A(2), 0, 1, A(12), TEXT_NONE, 0) \
    card(GUNNERS, "gunners", "Light gunners", TROOP, 6, 0, 0, 0, A(2), 0, 3, 0, 1, A(12), TEXT_NONE, 0) \
    card(YOUNG_GENERAL, "young_general", "Young general", TROOP, A(4), 0, A(1), 0, A(1), 0, 1, 0, 0, A(10), TEXT_LEADER, 0) \
    card(FORTRESS, "fortress", "Fortress", POLITICS, A(2), 0, A(2), 0, 0, 0, 0, 2, 0, A(8), TEXT_NONE, 0) \
    card(FARMERS, "farmers", "Farmer soldiers", POLITICS, A(2), 0, A(1), 0, A(1), 0, 0, A(1), 0, A(8), TEXT_NONE, 0) \
    card(TECH, "tech", "Technology development", POLITICS, A(2), 0, 0, 0, 0, 0, 0, 0, 0, A(8), TEXT_MAY_TRASH_SELF, A(4)) \
    card(SURVEY, "survey", "Land survey", POLITICS, A(3), 0, 0, A(2), 0, A(1), 0, 0, 0, A(8), TEXT_NONE, 0) \
    card(TAX, "tax", "Heavy tax", POLITICS, A(3), A(-2), A(3), 0, 0, 0, 0, 0, 0, A(8), TEXT_NONE, 0) \
    card(ROAD, "road", "Road building", POLITICS, A(3), 0, A(1), 0, A(2), 0, 0, 0, 0, A(8), TEXT_NONE, 0) \
    card(FLOOD, "flood", "Flood control", POLITICS, A(4), 0, 0, 0, 0, 0, 0, 0, 0, A(6), TEXT_GAIN_TO_HAND, A(SILVER)) \
    card(MARKET, "market", "Market", POLITICS, A(4), 0, 0, 0, 0, 0, 0, 0, 0, A(6), TEXT_MAY_TRASH_HAND, A(2)) \
    card(TEA, "tea", "Quality tea ware", POLITICS, A(4), 0, 0, 0, 0, 0, 0, 0, 0, A(6), TEXT_MONEY_OR_TRASH_SELF, A(6)) \
    card(HARBOUR, "harbour", "Trade harbour", POLITICS, A(5), 0, 3, 0, 0, 1, 0, 0, 0, A(6), TEXT_NONE, 0) \
    card(MINE, "mine", "Gold mine", POLITICS, A(5), 0, 0, A(3), 0, 0, 0, 0, 0, A(6), TEXT_NONE, 0) \
    card(CASTLE, "castle", "Magnificent castle", POLITICS, A(6), 0, 1, 0, 1, 1, 0, 3, 1, A(6), TEXT_NONE, 0) \
    card(NOBUNAGA, "nobunaga", "Oda Nobunaga", GENERAL, A(6), 0, A(1), 0, A(1), 0, A(4), 0, 0, 1, TEXT_LEADER, 0) \
    card(HIDEYOSHI, "hideyoshi", "Toyotomi Hideyoshi", GENERAL, A(6), 0, A(1), A(1), A(1), A(1), A(2), 0, 0, 1, TEXT_LEADER, 0) \
    card(IEYASU, "ieyasu", "Tokugawa Ieyasu", GENERAL, A(6), A(1), A(1), 0, A(1), 0, A(3), 0, 0, 1, TEXT_LEADER, 0) \
    card(SHINGEN, "shingen", "Takeda Shingen", GENERAL, A(6), 0, 0, 0, A(1), 0, A(5), 0, 0, 1, TEXT_LEADER, 0) \
    card(KENSHIN, "kenshin", "Uesugi Kenshin", GENERAL, A(6), 0, 0, 0, 0, 0, A(6), 0, 0, 1, TEXT_LEADER, 0) \
    card(MASAMUNE, "masamune", "Date Masamune", GENERAL, A(6), 0, A(1), 0, 0, 0, A(5), 0, 0, 1, TEXT_LEADER, 0) \
    card(MOTONARI, "motonari", "Mori Motonari", GENERAL, A(6), 0, A(2), 0, A(1), 0, A(3), 0, 0, 1, TEXT_LEADER, 0) \
    card(YOSHIHIRO, "yoshihiro", "Shimazu Yoshihiro", GENERAL, A(6), 0, 0, A(2), 0, 0, A(4), 0, 0, 1, TEXT_LEADER, 0)

/* clang-format on */

#endif
