/* Messages of the house. */
#include "sim/message.h"

#include <string.h>

enum { DEPTH = 16 };

bool message_read(struct message *m, struct slice text)
{
    struct json_fault fault;
    m->text = text;
    m->count = 0;
    m->whole = json_read(text, DEPTH, &fault);
    if (!m->whole.at)
        return false;
    for (struct json_value v = json_first(&m->whole); v.at; json_next(&v)) {
        if (m->count == MEMBERS_MAX || !json_get_key(&v, m->key[m->count], MEMBER_BYTES)) {
            m->count = 0;
            return false;
        }
        m->member[m->count++] = v;
    }
    return true;
}

struct json_value message_find(const struct message *m, const char *key)
{
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->key[i], key) == 0)
            return m->member[i];
    return (struct json_value){0};
}

static int64_t number_of(const struct json_value *v, int64_t otherwise)
{
    int64_t number;
    return v->at && json_get_integer(v, &number) ? number : otherwise;
}

static bool flag_of(const struct json_value *v)
{
    bool yes;
    return v->at && json_get_flag(v, &yes) && yes;
}

static bool text_of(const struct json_value *v, char *text, size_t size)
{
    text[0] = '\0';
    return v->at && json_get_text(v, text, size);
}

bool message_text(const struct message *m, const char *key, char *text, size_t size)
{
    struct json_value v = message_find(m, key);
    return text_of(&v, text, size);
}

int64_t message_number(const struct message *m, const char *key, int64_t otherwise)
{
    struct json_value v = message_find(m, key);
    return number_of(&v, otherwise);
}

bool message_flag(const struct message *m, const char *key)
{
    struct json_value v = message_find(m, key);
    return flag_of(&v);
}

bool part_text(const struct json_value *part, const char *key, char *text, size_t size)
{
    struct json_value v = json_find(part, key);
    return text_of(&v, text, size);
}

int64_t part_number(const struct json_value *part, const char *key, int64_t otherwise)
{
    struct json_value v = json_find(part, key);
    return number_of(&v, otherwise);
}

bool part_flag(const struct json_value *part, const char *key)
{
    struct json_value v = json_find(part, key);
    return flag_of(&v);
}
