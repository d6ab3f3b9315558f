/* Messages of the house, as clients and laws read them. */
#ifndef TENKA_SIM_MESSAGE_H
#define TENKA_SIM_MESSAGE_H

#include "json/json.h"

enum { MEMBERS_MAX = 40, MEMBER_BYTES = 16 };

/* A message and its members, so that large ones are walked through only once. */
struct message {
    struct slice text;
    struct json_value whole;
    struct json_value member[MEMBERS_MAX];
    char key[MEMBERS_MAX][MEMBER_BYTES];
    int count;
};

/* Returns false if the text is not an object of JSON, or has too many members; then the message has
 * none. */
bool message_read(struct message *m, struct slice text);

/* The member with this key; its `at` is NULL if there is none. */
struct json_value message_find(const struct message *m, const char *key);

/* The value of a member. If it is missing or has another type: false and "", `otherwise`, false. */
bool message_text(const struct message *m, const char *key, char *text, size_t size);
int64_t message_number(const struct message *m, const char *key, int64_t otherwise);
bool message_flag(const struct message *m, const char *key);

/* The same for a member of a part of a message. */
bool part_text(const struct json_value *part, const char *key, char *text, size_t size);
int64_t part_number(const struct json_value *part, const char *key, int64_t otherwise);
bool part_flag(const struct json_value *part, const char *key);

#endif
