/* Kunitori!: all cards, in the one table from which kinds, numbers and copies are generated.
 *
 * A(n) marks a number that is assumed because the printed one is not known; the printed one may
 * replace it here. The rules rely on two facts: leaders cannot stay deployed, and every deployable
 * card gives an action, so that all of them can be played and their order does not matter (U10).
 * The copies of victory cards are all in the box; how many are in a game depends on the number of
 * players (rules.c).
 *
 * A text is one of the named effects with its number: the highest cost of the gained card, or a
 * kind. */
#ifndef TENKA_KUNITORI_CARDS_H
#define TENKA_KUNITORI_CARDS_H

#include "core/catalog.h"

#define A(number) number

/* clang-format off */

/* kind, id, title, category, cost, points, +cards, +money, +actions, +buys, attack, defence,
 * deployable, copies, text, its number */
#define TREASURE_CARDS(card) \
    card(COPPER, "copper", SAY("Copper"), TREASURE, A(1), 0, 0, 1, 0, 0, 0, 0, 0, A(36), TEXT_NONE, 0) \
    card(SILVER, "silver", SAY("Silver"), TREASURE, A(3), 0, 0, 2, 0, 0, 0, 0, 0, A(20), TEXT_NONE, 0) \
    card(GOLD, "gold", SAY("Gold"), TREASURE, A(6), 0, 0, 3, 0, 0, 0, 0, 0, A(14), TEXT_NONE, 0)

#define VICTORY_CARDS(card) \
    card(VILLAGE, "village", SAY("Village"), VICTORY, A(3), A(1), 0, 0, 0, 0, 0, 0, 0, A(26), TEXT_NONE, 0) \
    card(TOWN, "town", SAY("Town"), VICTORY, A(6), A(3), 0, 0, 0, 0, 0, 0, 0, A(12), TEXT_NONE, 0) \
    card(LAND, "land", SAY("Land"), VICTORY, A(9), A(6), 0, 0, 0, 0, 0, 0, 0, A(12), TEXT_NONE, 0)

#define ACTION_CARDS(card) \
    card(SPEAR, "spear", SAY("Spear troopers"), TROOP, A(3), 0, 0, 0, A(1), 0, A(2), 0, 1, A(12), TEXT_NONE, 0) \
    card(ARCHERS, "archers", SAY("Light archers"), TROOP, A(4), 0, 0, 0, 2, 0, 1, 0, 1, A(12), TEXT_NONE, 0) \
    card(CAVALRY, "cavalry", SAY("Cavalry"), TROOP, A(5), 0, 0, 0, 2, 0, A(2), 0, 1, A(12), TEXT_NONE, 0) \
    card(GUNNERS, "gunners", SAY("Light gunners"), TROOP, 6, 0, 0, 0, A(2), 0, 3, 0, 1, A(12), TEXT_NONE, 0) \
    card(YOUNG_GENERAL, "young_general", SAY("Young general"), TROOP, A(4), 0, A(1), 0, A(1), 0, 1, 0, 0, A(10), TEXT_LEADER, 0) \
    card(FORTRESS, "fortress", SAY("Fortress"), POLITICS, A(2), 0, A(2), 0, 0, 0, 0, 2, 0, A(8), TEXT_NONE, 0) \
    card(FARMERS, "farmers", SAY("Farmer soldiers"), POLITICS, A(2), 0, A(1), 0, A(1), 0, 0, A(1), 0, A(8), TEXT_NONE, 0) \
    card(TECH, "tech", SAY("Technology development"), POLITICS, A(2), 0, 0, 0, 0, 0, 0, 0, 0, A(8), TEXT_MAY_TRASH_SELF, A(4)) \
    card(SURVEY, "survey", SAY("Land survey"), POLITICS, A(3), 0, 0, A(2), 0, A(1), 0, 0, 0, A(8), TEXT_NONE, 0) \
    card(TAX, "tax", SAY("Heavy tax"), POLITICS, A(3), A(-2), A(3), 0, 0, 0, 0, 0, 0, A(8), TEXT_NONE, 0) \
    card(ROAD, "road", SAY("Road building"), POLITICS, A(3), 0, A(1), 0, A(2), 0, 0, 0, 0, A(8), TEXT_NONE, 0) \
    card(FLOOD, "flood", SAY("Flood control"), POLITICS, A(4), 0, 0, 0, 0, 0, 0, 0, 0, A(6), TEXT_GAIN_TO_HAND, A(SILVER)) \
    card(MARKET, "market", SAY("Market"), POLITICS, A(4), 0, 0, 0, 0, 0, 0, 0, 0, A(6), TEXT_MAY_TRASH_HAND, A(2)) \
    card(TEA, "tea", SAY("Quality tea ware"), POLITICS, A(4), 0, 0, 0, 0, 0, 0, 0, 0, A(6), TEXT_MONEY_OR_TRASH_SELF, A(6)) \
    card(HARBOUR, "harbour", SAY("Trade harbour"), POLITICS, A(5), 0, 3, 0, 0, 1, 0, 0, 0, A(6), TEXT_NONE, 0) \
    card(MINE, "mine", SAY("Gold mine"), POLITICS, A(5), 0, 0, A(3), 0, 0, 0, 0, 0, A(6), TEXT_NONE, 0) \
    card(CASTLE, "castle", SAY("Magnificent castle"), POLITICS, A(6), 0, 1, 0, 1, 1, 0, 3, 1, A(6), TEXT_NONE, 0) \
    card(NOBUNAGA, "nobunaga", SAY("Oda Nobunaga"), GENERAL, A(6), 0, A(1), 0, A(1), 0, A(4), 0, 0, 1, TEXT_LEADER, 0) \
    card(HIDEYOSHI, "hideyoshi", SAY("Toyotomi Hideyoshi"), GENERAL, A(6), 0, A(1), A(1), A(1), A(1), A(2), 0, 0, 1, TEXT_LEADER, 0) \
    card(IEYASU, "ieyasu", SAY("Tokugawa Ieyasu"), GENERAL, A(6), A(1), A(1), 0, A(1), 0, A(3), 0, 0, 1, TEXT_LEADER, 0) \
    card(SHINGEN, "shingen", SAY("Takeda Shingen"), GENERAL, A(6), 0, 0, 0, A(1), 0, A(5), 0, 0, 1, TEXT_LEADER, 0) \
    card(KENSHIN, "kenshin", SAY("Uesugi Kenshin"), GENERAL, A(6), 0, 0, 0, 0, 0, A(6), 0, 0, 1, TEXT_LEADER, 0) \
    card(MASAMUNE, "masamune", SAY("Date Masamune"), GENERAL, A(6), 0, A(1), 0, 0, 0, A(5), 0, 0, 1, TEXT_LEADER, 0) \
    card(MOTONARI, "motonari", SAY("Mori Motonari"), GENERAL, A(6), 0, A(2), 0, A(1), 0, A(3), 0, 0, 1, TEXT_LEADER, 0) \
    card(YOSHIHIRO, "yoshihiro", SAY("Shimazu Yoshihiro"), GENERAL, A(6), 0, 0, A(2), 0, 0, A(4), 0, 0, 1, TEXT_LEADER, 0)

/* clang-format on */

#endif
