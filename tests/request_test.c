/* Settings and requests: which texts are accepted, and the reasons for refusing others. */
#include "parts.h"

#include "house/request.h"
#include "named.h"

/* ---- Settings ---- */

static void settings_back(const struct settings *s)
{
    char text[SETTINGS_BYTES], again[SETTINGS_BYTES];
    struct out o;
    out_init(&o, text, sizeof text);
    settings_print(s, &o);
    assert_false(o.overflow);
    struct settings back = settings_of(text);
    assert_settings(&back, s);
    out_init(&o, again, sizeof again);
    settings_print(&back, &o);
    assert_string_equal(text, again);
}

static int option_values(const struct option *o)
{
    int count = 0;
    while (o->values[count])
        count++;
    return count;
}

/* The next combination of options; false after the last. */
static bool next_options(const struct game *g, struct config *c)
{
    for (int i = 0; i < g->options_count; i++) {
        if (++c->option[i] < option_values(&g->options[i]))
            return true;
        c->option[i] = 0;
    }
    return false;
}

static void settings_round_trip(void **context)
{
    static const char *const paces[] = {"none", "90s", "10m+5s", "30d", "1h+0s"};
    int count = 0;
    (void)context;
    for (const struct game *const *g = games_built; *g; g++)
        for (int players = (*g)->schema->players_min; players <= (*g)->schema->players_max;
             players++) {
            struct settings s = {.game = *g, .config.players = (uint8_t)players};
            do {
                if (config_misfit(*g, &s.config))
                    continue;
                for (int flags = 0; flags < 16; flags++) {
                    s.listed = flags & 1;
                    s.rated = flags & 2;
                    s.watched = flags & 4;
                    s.strict = flags & 8;
                    s.pace = pace_of(paces[count++ % 5]);
                    settings_back(&s);
                }
            } while (next_options(*g, &s.config));
        }
    assert_true(count > 16 * 5 * 5);
}

static void settings_defaults(void **context)
{
    (void)context;
    for (const struct game *const *g = games_built; *g; g++) {
        struct settings s = settings_of((*g)->id);
        struct settings expected = {.game = *g, .listed = true, .watched = true};
        expected.config.players = (*g)->schema->players_min;
        assert_settings(&s, &expected);
    }
    struct settings s = settings_of("zipang players=3 coin-drain=on clock=10m+5s listed=no");
    struct settings expected = {.game = game_of("zipang"),
                                .config = {.players = 3, .option = {1}},
                                .pace = {0, 600, 5},
                                .watched = true};
    assert_settings(&s, &expected);
    s = settings_of("  zipang   strict=yes\trated=yes watched=no  ");
    assert_true(s.strict && s.rated && !s.watched && s.listed);
}

static void settings_bad(void **context)
{
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"", "there is no game ''; the games are: zipang, glory"},
        {"   ", "there is no game ''"},
        {"go", "there is no game 'go'; the games are: zipang"},
        {"Zipang", "there is no game 'Zipang'"},
        {"zipang:", "there is no game 'zipang:'"},
        {"players=3", "there is no game 'players=3'"},
        {"zipang players=1", "Zipang Portable is for 2 to 6 players, not '1'"},
        {"zipang players=7", "not '7'"},
        {"zipang players=", "not ''"},
        {"zipang players=x", "not 'x'"},
        {"zipang players=-2", "not '-2'"},
        {"zipang players=4294967298", "not '4294967298'"},
        {"zipang clock=soon", "'soon' is not a clock; expected 'none'"},
        {"zipang clock=", "'' is not a clock"},
        {"zipang listed=maybe", "'listed=maybe': expected yes or no"},
        {"zipang rated=", "'rated=': expected yes or no"},
        {"zipang watched=1", "'watched=1': expected yes or no"},
        {"zipang strict=YES", "'strict=YES': expected yes or no"},
        {"zipang strict=maybe strict=yes", "'strict=maybe': expected yes or no"},
        {"zipang listed", "zipang has no option 'listed'; its options are: coin-drain=off|on"},
        {"zipang players", "zipang has no option 'players'"},
        {"zipang colour=red",
         "zipang has no option 'colour=red'; its options are: coin-drain=off|on"},
        {"zipang coin-drain=maybe", "zipang has no option 'coin-drain=maybe'"},
        {"zipang =", "zipang has no option '='"},
        {"zipang zipang", "zipang has no option 'zipang'"},
        {"zipang players=3,listed=no", "not '3,listed=no'"},
        {"kunitori coin-drain=on", "kunitori has no option 'coin-drain=on'; it has no options"},
        {"kenjin players=3 teams=on", "kenjin with teams=on needs"},
        {"kenjin players=4 teams=on players=3", "teams cannot be used with 3 players"}};
    (void)context;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct settings s;
        if (settings_parse(slice_of(bad[i].text), &s, listener()))
            fail_msg("'%s' was read", bad[i].text);
        assert_said(bad[i].reason);
        assert_one_line();
    }
}

/* Any text is either read, or refused with a reason. */
static void settings_garbage(void **context)
{
    static const char *const words[] = {"zipang", "kenjin",   "players=",   "players=4", "clock=",
                                        "10m+5s", "listed=",  "yes",        "no",        "=",
                                        " ",      "teams=on", "rated=none", ":",         "\n",
                                        "#",      "\xff",     "30d",        "setup=",    "%s%n"};
    struct rng rng;
    int read = 0;
    (void)context;
    rng_fast(&rng, 6);
    for (int i = 0; i < 20000; i++) {
        char text[256];
        struct out o;
        struct settings s;
        out_init(&o, text, sizeof text);
        out_text(&o, rng_below(&rng, 4) ? "kenjin " : "");
        for (int k = (int)rng_below(&rng, 8); k > 0; k--)
            out_text(&o, words[rng_below(&rng, sizeof words / sizeof *words)]);
        bool good = settings_parse(slice_of(text), &s, listener());
        assert_int_equal(good, said[0] == '\0');
        if (good)
            settings_back(&s);
        read += good;
    }
    assert_in_range(read, 100, 19000);
}

/* ---- Requests ---- */

static struct request request;

/* Reads a message in which ' stands for ". It is copied to a block of exactly its length, so that
 * reading past its end is detected. */
static bool parse_bytes(const char *bytes, size_t length)
{
    char *exact = malloc(length ? length : 1);
    assert_non_null(exact);
    for (size_t i = 0; i < length; i++)
        exact[i] = bytes[i] == '\'' ? '"' : bytes[i];
    bool good = request_parse((struct slice){exact, (int)length}, &request, listener());
    free(exact);
    return good;
}

static bool parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

static void parsed(enum request_type type, const char *text)
{
    if (!parse(text))
        fail_msg("%s: %s", text, said);
    assert_string_equal(said, "");
    assert_int_equal(request.type, type);
    assert_string_equal(request_name(type), request_name(request.type));
}

static void request_defaults(void **context)
{
    (void)context;
    parsed(REQ_PING, "{'type':'ping'}");
    assert_true(request.ref == -1 && request.seat == -1 && request.number == -1);
    assert_true(request.player == 0 && request.before == 0 && !request.yes);
    assert_true(!request.table[0] && !request.text[0] && !request.secret[0]);
    parsed(REQ_PING, " {'unknown': [1, {'a': null}], 'type' :'ping','ref':7}");
    assert_int_equal(request.ref, 7);
    parsed(REQ_PING, "{'type':'ping','ref':9007199254740991}");
    assert_true(request.ref == 9007199254740991);
}

static void request_persons(void **context)
{
    (void)context;
    parsed(REQ_HELLO, "{'type':'hello','version':1}");
    assert_true(request.number == 1 && !request.secret[0] && !request.text[0] && !request.yes);
    parsed(REQ_HELLO, "{'type':'hello','version':2,'token':'abc','name':'Ann',"
                      "'notation':true}");
    assert_true(request.number == 2 && request.yes);
    assert_string_equal(request.secret, "abc");
    assert_string_equal(request.text, "Ann");
    parsed(REQ_NAME, "{'type':'name','name':'\\u00c4nn \\ud83d\\ude00'}");
    assert_string_equal(request.text, "\xc3\x84nn \xf0\x9f\x98\x80");
    parsed(REQ_KEEP, "{'type':'keep','name':'Ann','password':'correct horse'}");
    assert_string_equal(request.text, "Ann");
    assert_string_equal(request.secret, "correct horse");
    parsed(REQ_LOGIN, "{'type':'login','name':'Ann','password':'\\\"\\\\'}");
    assert_string_equal(request.secret, "\"\\");
    parsed(REQ_LOGOUT, "{'type':'logout'}");
    parsed(REQ_SESSIONS, "{'type':'sessions'}");
    parsed(REQ_END, "{'type':'end','session':'0123456789ab'}");
    assert_string_equal(request.text, "0123456789ab");
    parsed(REQ_HELLO, "{'type':'hello','version':1,'device':'Firefox, Linux'}");
    assert_string_equal(request.device, "Firefox, Linux");
    parsed(REQ_LOBBY, "{'type':'lobby','on':true}");
    assert_true(request.yes);
    parsed(REQ_LOBBY, "{'type':'lobby','on':false}");
    assert_false(request.yes);
    parsed(REQ_FINISHED, "{'type':'finished'}");
    parsed(REQ_FINISHED, "{'type':'finished','player':4503599627370496,"
                         "'before':1700000000000}");
    assert_true(request.player == 4503599627370496 && request.before == 1700000000000);
    parsed(REQ_PLAYER, "{'type':'player','player':5}");
    assert_int_equal(request.player, 5);
}

static void request_tables(void **context)
{
    static const enum request_type plain[] = {REQ_UNWATCH, REQ_LEAVE, REQ_BACK,
                                              REQ_RESIGN,  REQ_AGAIN, REQ_RECORD};
    (void)context;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        char text[128];
        snprintf(text, sizeof text, "{'type':'%s','table':'abcdefghjkm%zu'}",
                 request_name(plain[i]), i);
        parsed(plain[i], text);
        assert_memory_equal(request.table, "abcdefghjkm", 11);
    }
    parsed(REQ_WATCH, "{'type':'watch','table':'t0','seat':'spectator','since':12}");
    assert_true(request.seat == VIEW_PUBLIC && request.number == 12);
    parsed(REQ_WATCH, "{'type':'watch','table':'t0','seat':'F'}");
    assert_true(request.seat == 5 && request.number == -1);
    parsed(REQ_JOIN, "{'type':'join','table':'t0'}");
    assert_true(request.seat == -1 && !request.yes);
    parsed(REQ_JOIN, "{'type':'join','table':'t0','seat':'A','rated':true}");
    assert_true(request.seat == 0 && request.yes);
#define DIGITS "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
    assert_string_equal(request.digits, "");
    parsed(REQ_JOIN, "{'type':'join','table':'t0','seal':'" DIGITS "'}");
    assert_string_equal(request.digits, DIGITS);
    parsed(REQ_AGAIN, "{'type':'again','table':'t0','seal':'" DIGITS "'}");
    assert_string_equal(request.digits, DIGITS);
    parsed(REQ_REVEAL, "{'type':'reveal','table':'t0','share':'" DIGITS "'}");
    assert_string_equal(request.digits, DIGITS);
    parsed(REQ_CREATE, "{'type':'create','game':'zipang','seal':'" DIGITS "'}");
    assert_string_equal(request.digits, DIGITS);
    parsed(REQ_CREATE, "{'type':'create','game':'zipang','seal':null}");
    assert_string_equal(request.digits, "");
    parsed(REQ_BOT, "{'type':'bot','table':'t0','seat':'B','bot':'greedy'}");
    assert_true(request.seat == 1);
    assert_string_equal(request.text, "greedy");
    parsed(REQ_BOT, "{'type':'bot','table':'t0','seat':'B'}");
    assert_string_equal(request.text, "");
    parsed(REQ_MOVE, "{'type':'move','table':'t0','id':3,'move':'monk A'}");
    assert_int_equal(request.number, 3);
    assert_string_equal(request.text, "monk A");
    parsed(REQ_UNDO, "{'type':'undo','table':'t0'}");
    parsed(REQ_UNDO, "{'type':'undo','table':'t0','ply':0}");
    assert_int_equal(request.number, 0);
    parsed(REQ_CONSENT, "{'type':'consent','table':'t0','yes':true}");
    assert_true(request.yes);
    parsed(REQ_SHOW, "{'type':'show','table':'t0','on':true}");
    parsed(REQ_CHAT, "{'type':'chat','table':'t0','text':'\xe5\x85\xab!'}");
    assert_string_equal(request.text, "\xe5\x85\xab!");
    parsed(REQ_REPLAY, "{'type':'replay','table':'t0','ply':2147483647,'seat':'all'}");
    assert_true(request.number == INT32_MAX && request.seat == VIEW_ALL);
}

static void assert_created(const char *text, const char *settings, const char *sitters)
{
    struct settings expected = settings_of(settings);
    char found[128];
    struct out o;
    parsed(REQ_CREATE, text);
    assert_settings(&request.settings, &expected);
    out_init(&o, found, sizeof found);
    for (int seat = 0; seat < expected.config.players; seat++)
        out_format(&o, "%s%s", seat ? " " : "", request.sitters[seat]);
    assert_string_equal(found, sitters);
}

static void request_create(void **context)
{
    (void)context;
    assert_created("{'type':'create','game':'zipang'}", "zipang", "you free");
    assert_created("{'type':'create','game':'zipang','players':3,'clock':'10m+5s',"
                   "'listed':false,'rated':true,'watched':false,'strict':true,"
                   "'options':{'coin-drain':'on'},'seats':['free','you','6']}",
                   "zipang players=3 clock=10m+5s listed=no rated=yes watched=no strict=yes "
                   "coin-drain=on",
                   "free you 6");
    assert_created("{'type':'create','game':'kenjin','options':{'teams':'on',"
                   "'setup':'draft'},'players':4,'seats':['random']}",
                   "kenjin players=4 teams=on setup=draft", "random free free free");
    assert_created("{'type':'create','game':'glory','options':{},"
                   "'seats':['bold','careful']}",
                   "glory", "bold careful");
}

static void request_bots(void **context)
{
    static const char *const good[] = {"1", "6", "random", "greedy", "bold", "careful"};
    static const char *const bad[] = {"",          "0",  "7",   "11",   "you",       "run:true",
                                      "ismcts:50", "1 ", "1ms", "Bold", "run@1s:sh", "free"};
    (void)context;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(bot_allowed(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(bot_allowed(bad[i]));
}

static void request_bad(void **context)
{
    static const struct {
        const char *text, *reason;
        enum request_type type; /* REQ_TYPES if the type was not understood */
    } bad[] = {
        {"", "the message is not one JSON object", REQ_TYPES},
        {" ", "the message is not one JSON object", REQ_TYPES},
        {"{", "the message is not one JSON object", REQ_TYPES},
        {"[]", "the message is not one JSON object", REQ_TYPES},
        {"null", "the message is not one JSON object", REQ_TYPES},
        {"'ping'", "the message is not one JSON object", REQ_TYPES},
        {"17", "the message is not one JSON object", REQ_TYPES},
        {"{'type':'ping'}{'type':'ping'}", "the message is no", REQ_TYPES},
        {"{'type':'ping'} x", "the message is no", REQ_TYPES},
        {"{'type':'ping',}", "the message is not valid JSON", REQ_TYPES},
        {"{'type':'ping'/*x*/}", "the message is not valid JSON", REQ_TYPES},
        {"{type:'ping'}", "the message is not valid JSON", REQ_TYPES},
        {"{}", "\"type\": expected the type of a message", REQ_TYPES},
        {"{'type':1}", "\"type\": expected the type of a message", REQ_TYPES},
        {"{'type':null}", "\"type\": expected the type of a message", REQ_TYPES},
        {"{'type':'fly'}", "there is no message of type \"fly\"", REQ_TYPES},
        {"{'type':'Ping'}", "there is no message of type \"Ping\"", REQ_TYPES},
        {"{'type':''}", "there is no message of type \"\"", REQ_TYPES},
        {"{'type':'ping\\u0001'}", "\"type\": expected", REQ_TYPES},
        {"{'type':'ping\\u0000'}", "the message is not valid JSON", REQ_TYPES},
        {"{'type':'join','table':'t0','seal':'00'}", "\"seal\": expected 64 hexadecimal digits",
         REQ_JOIN},
        {"{'type':'reveal','table':'t0'}", "\"share\": expected 64 hexadecimal digits", REQ_REVEAL},
        {"{'type':'create','game':'zipang','seal':7}", "\"seal\": expected 64", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':['you','1'],'seed':'x','seal':'" DIGITS "'}",
         "\"seal\": a match that is dealt from a seed can have no seal", REQ_CREATE},
        {"{'type':'hello'}", "\"version\": expected a whole number, 0 or more", REQ_HELLO},
        {"{'type':'hello','version':'1'}", "\"version\": expected a whole", REQ_HELLO},
        {"{'type':'hello','version':1.0}", "\"version\": expected a whole", REQ_HELLO},
        {"{'type':'hello','version':1e0}", "\"version\": expected a whole", REQ_HELLO},
        {"{'type':'hello','version':-1}", "\"version\": expected a whole", REQ_HELLO},
        {"{'type':'hello','version':2147483648}", "\"version\": expected", REQ_HELLO},
        {"{'type':'hello','version':4294967297}", "\"version\": expected", REQ_HELLO},
        {"{'type':'hello','version':1,'token':7}",
         "\"token\": expected a string of at "
         "most 128 bytes without control characters",
         REQ_HELLO},
        {"{'type':'hello','version':1,'notation':1}",
         "\"notation\": expected true or "
         "false",
         REQ_HELLO},
        {"{'type':'name'}", "\"name\": expected a string of at most 500 bytes", REQ_NAME},
        {"{'type':'name','name':null}", "\"name\": expected a string", REQ_NAME},
        {"{'type':'name','name':[]}", "\"name\": expected a string", REQ_NAME},
        {"{'type':'name','name':'a\\u0001b'}", "\"name\": expected", REQ_NAME},
        {"{'type':'name','name':'a\\nb'}", "without control characters", REQ_NAME},
        {"{'type':'name','name':'a\\u007f'}", "without control characters", REQ_NAME},
        {"{'type':'name','name':'a\\u001b[2J'}", "without control characters", REQ_NAME},
        {"{'type':'keep','name':'Ann'}", "\"password\": expected", REQ_KEEP},
        {"{'type':'lobby'}", "\"on\": expected true or false", REQ_LOBBY},
        {"{'type':'lobby','on':1}", "\"on\": expected true or false", REQ_LOBBY},
        {"{'type':'lobby','on':'true'}", "\"on\": expected true or false", REQ_LOBBY},
        {"{'type':'watch'}", "\"table\": expected the id of a table", REQ_WATCH},
        {"{'type':'watch','table':''}", "\"table\": expected the id", REQ_WATCH},
        {"{'type':'watch','table':'ABC'}", "\"table\": expected the id", REQ_WATCH},
        {"{'type':'watch','table':'a b'}", "\"table\": expected the id", REQ_WATCH},
        {"{'type':'watch','table':'a;--'}", "\"table\": expected the id", REQ_WATCH},
        {"{'type':'watch','table':'abcdefghjkmnp'}", "\"table\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','seat':'G'}",
         "\"seat\": expected a seat, \"A\" "
         "to \"F\"",
         REQ_WATCH},
        {"{'type':'watch','table':'t','seat':'?'}", "\"seat\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','seat':'AB'}", "\"seat\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','seat':''}", "\"seat\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','seat':0}", "\"seat\": expected", REQ_WATCH},
        {"{'type':'watch','table':'t','since':-5}", "\"since\": expected", REQ_WATCH},
        {"{'type':'bot','table':'t'}", "\"seat\": expected a seat", REQ_BOT},
        {"{'type':'move','table':'t','move':'x'}", "\"id\": expected", REQ_MOVE},
        {"{'type':'move','table':'t','id':1}", "\"move\": expected", REQ_MOVE},
        {"{'type':'undo','table':'t','ply':'x'}", "\"ply\": expected", REQ_UNDO},
        {"{'type':'consent','table':'t'}", "\"yes\": expected", REQ_CONSENT},
        {"{'type':'show','table':'t'}", "\"on\": expected", REQ_SHOW},
        {"{'type':'chat','table':'t'}", "\"text\": expected", REQ_CHAT},
        {"{'type':'replay','table':'t'}", "\"ply\": expected", REQ_REPLAY},
        {"{'type':'finished','before':'now'}",
         "\"before\": expected a time in "
         "milliseconds",
         REQ_FINISHED},
        {"{'type':'finished','player':-3}", "\"player\": expected the id", REQ_FINISHED},
        {"{'type':'player'}", "\"player\": expected the id of a player", REQ_PLAYER},
        {"{'type':'player','player':1.5}", "\"player\": expected", REQ_PLAYER},
        {"{'type':'create'}", "\"game\": expected the id of a game", REQ_CREATE},
        {"{'type':'create','game':'go'}", "there is no game 'go'; the games", REQ_CREATE},
        {"{'type':'create','game':'zipang rated=yes'}", "\"game\": expected", REQ_CREATE},
        {"{'type':'create','game':'zipang','players':9}", "not '9'", REQ_CREATE},
        {"{'type':'create','game':'zipang','players':-1}", "not '-1'", REQ_CREATE},
        {"{'type':'create','game':'zipang','players':null}",
         "\"players\": expected one "
         "word, a number, true or false",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','players':2.5}", "\"players\": expected", REQ_CREATE},
        {"{'type':'create','game':'zipang','clock':'fast'}", "'fast' is not a clock", REQ_CREATE},
        {"{'type':'create','game':'zipang','clock':'90s rated=yes'}",
         "\"clock\": expected one word", REQ_CREATE},
        {"{'type':'create','game':'zipang','rated':'maybe'}", "'rated=maybe': expected yes or no",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','rated':1}", "'rated=1': expected yes or no",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','options':[]}",
         "\"options\": expected an "
         "object",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','options':{'coin-drain':'of'}}",
         "zipang has no option 'coin-drain=of'; its options are: coin-drain=off|on", REQ_CREATE},
        {"{'type':'create','game':'zipang','options':{'x':{}}}",
         "\"x\": expected one "
         "word",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','options':{'a b':'c'}}", "\"a b\": expected one word",
         REQ_CREATE},
        {"{'type':'create','game':'kenjin','options':{'teams':'on'}}", "kenjin with teams=on needs",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':{}}", "\"seats\": expected a list", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':[]}",
         "\"seats\": expected at most 2 seats, "
         "and at least one that is not free",
         REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':['free','free']}",
         "at least one that is not free", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':['you','1','1']}",
         "\"seats\": expected at most 2", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':['you','you']}",
         "\"seats\": expected \"you\" once", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':['you','run:sh']}", "for seat B", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':[null,'you']}", "for seat A", REQ_CREATE},
        {"{'type':'create','game':'zipang','seats':[7,'you']}", "for seat A", REQ_CREATE}};
    (void)context;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (parse(bad[i].text))
            fail_msg("%s was read", bad[i].text);
        assert_said(bad[i].reason);
        assert_one_line();
        assert_int_equal(request.type, bad[i].type);
        assert_int_equal(request.ref, -1);
    }
}

/* A reply has the ref of its message, even if the rest of the message is bad; and never the ref of
 * another one. */
static void request_ref(void **context)
{
    static const char *const bad[] = {"-5",
                                      "1.5",
                                      "'7'",
                                      "null",
                                      "true",
                                      "[1]",
                                      "9223372036854775808",
                                      "18446744073709551615",
                                      "99999999999999999999999999"};
    (void)context;
    assert_false(parse("{'type':'fly','ref':12}"));
    assert_int_equal(request.ref, 12);
    assert_false(parse("{'ref':13}"));
    assert_int_equal(request.ref, 13);
    assert_false(parse("{'type':'hello','ref':14}"));
    assert_true(request.ref == 14 && request.type == REQ_HELLO);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[128];
        snprintf(text, sizeof text, "{'type':'ping','ref':%s}", bad[i]);
        if (parse(text))
            fail_msg("%s was read as %lld", text, (long long)request.ref);
        assert_int_equal(request.ref, -1);
        assert_one_line();
    }
}

/* Sizes: the longest text that is allowed, and one byte more. */
static void request_long(void **context)
{
    static const struct {
        const char *start;
        int most;
    } sizes[] = {{"{'type':'chat','table':'t','text':'", 500},
                 {"{'type':'name','name':'", 500},
                 {"{'type':'hello','version':1,'token':'", 128},
                 {"{'type':'watch','table':'", 12}};
    char text[2 * REQUEST_BYTES];
    (void)context;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int length = sizes[i].most - 1; length < sizes[i].most + 3; length++) {
            struct out o;
            out_init(&o, text, sizeof text);
            out_text(&o, sizes[i].start);
            for (int k = 0; k < length; k++)
                out_char(&o, 'x');
            out_text(&o, "'}");
            assert_int_equal(parse(text), length <= sizes[i].most);
        }
    struct out o; /* more options than settings have room for */
    out_init(&o, text, sizeof text);
    out_text(&o, "{'type':'create','game':'zipang','options':{'coin-drain':'on'");
    for (int i = 0; i < 100; i++)
        out_format(&o, ",'option-number-%d':'yes'", i);
    out_text(&o, "}}");
    assert_false(o.overflow || parse(text));
    assert_said("there are too many options");
    out_init(&o, text, sizeof text);
    out_text(&o, "{'type':'");
    while (o.used < sizeof text - 10)
        out_char(&o, 'x');
    out_text(&o, "'}");
    assert_false(parse(text));
    assert_one_line();
}

static void request_hostile(void **context)
{
    static const char nul[] = "{'type':'ping'}\0", inside[] = "{'type':'pi\0ng'}";
    char deep[4096];
    (void)context;
    assert_false(parse_bytes(nul, sizeof nul - 1));
    assert_false(parse_bytes(inside, sizeof inside - 1));
    assert_said("the message is not valid JSON");
    assert_false(parse_bytes("\0", 1));
    assert_true(parse_bytes(nul, sizeof nul - 2));
    for (int depth = 1; depth < 4000; depth = depth < 20 ? depth + 1 : depth * 2) {
        struct out o;
        out_init(&o, deep, sizeof deep);
        out_text(&o, "{'type':'ping','x':");
        for (int i = 0; i < depth; i++)
            out_char(&o, depth % 2 ? '[' : '{');
        assert_false(parse(deep));
        assert_one_line();
        for (int i = 0; depth % 2 && i < depth; i++)
            out_char(&o, ']');
        out_char(&o, '}');
        if (depth % 2)
            assert_int_equal(parse(deep), depth < 4);
    }
    memset(deep, '9', sizeof deep);
    memcpy(deep, "{'type':'player','player':", 26);
    memcpy(deep + sizeof deep - 2, "}", 2);
    assert_false(parse(deep));
    memcpy(deep + 26, "1e", 2);
    assert_false(parse(deep));
    memcpy(deep + 26, "0.", 2);
    assert_false(parse(deep));
    memcpy(deep + 26, "-1", 2);
    assert_false(parse(deep));
}

/* Text that is not UTF-8 must be refused: it would be sent to other players, and their clients
 * would have to end the connection. */
static void request_utf8(void **context)
{
    static const char *const bad[] = {"\x80",
                                      "\xff",
                                      "\xc3",
                                      "\xc3(",
                                      "\xe5\x85",
                                      "\xe5(\xab",
                                      "\xf0\x9f\x98",
                                      "\xfe\xfe",
                                      "a\xbfz",
                                      "\xf8\x88\x80\x80\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x80\xaf",
                                      "\xed\xa0\x80",
                                      "\xed\xbf\xbf",
                                      "\xf0\x80\x80\xaf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80"};
    static const char *const good[] = {"\xc2\xa0",         "\xdf\xbf",         "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",     "\xee\x80\x80",     "\xef\xbf\xbd",
                                       "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "\\ud800",
                                       "\\udc00\\ud800",   "\\ud83dx"};
    char text[128];
    (void)context;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "{'type':'chat','table':'t','text':'%s'}", bad[i]);
        if (parse(text))
            fail_msg("number %zu was read", i);
        assert_said("");
        snprintf(text, sizeof text, "{'type':'%s'}", bad[i]);
        assert_false(parse(text));
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        snprintf(text, sizeof text, "{'type':'chat','table':'t','text':'%s'}", good[i]);
        if (!parse(text))
            fail_msg("%s: %s", text, said);
        if (good[i][0] != '\\')
            assert_string_equal(request.text, good[i]);
        else
            assert_ptr_equal(strstr(request.text, "\xed"), NULL); /* a lone surrogate is refused */
    }
}

/* However a good message is changed, it is read or refused with a reason. */
static void request_mutants(void **context)
{
    static const char *const seeds[] = {
        "{'type':'create','ref':1,'game':'zipang','clock':'10m+5s','seats':['you','6']}",
        "{'type':'create','game':'kenjin','players':4,'options':{'teams':'on'}}",
        "{'type':'hello','version':1,'token':'abc','name':'\\u00c4nn'}",
        "{'type':'watch','table':'abcdefghjkmn','seat':'all','since':12}",
        "{'type':'finished','player':4503599627370496,'before':1700000000000}"};
    static const char bytes[] = "{}[]',:\\u0019-+.eE tfn\x80\xc3\xff\x01";
    struct rng rng;
    int good = 0;
    (void)context;
    rng_fast(&rng, 20);
    for (int i = 0; i < 40000; i++) {
        char text[256];
        size_t length = strlen(seeds[i % 5]);
        memcpy(text, seeds[i % 5], length);
        for (int k = 1 + (int)rng_below(&rng, 3); k > 0; k--) {
            size_t at = rng_below(&rng, (uint32_t)length);
            char byte = bytes[rng_below(&rng, sizeof bytes)];
            if (rng_below(&rng, 2)) {
                text[at] = byte;
            } else if (rng_below(&rng, 2)) {
                memmove(text + at, text + at + 1, length - at - 1);
                length--;
            } else {
                memmove(text + at + 1, text + at, length - at);
                text[at] = byte;
                length++;
            }
        }
        bool read = parse_bytes(text, length);
        assert_int_equal(read, said[0] == '\0');
        good += read;
    }
    assert_in_range(good, 100, 39000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_round_trip), cmocka_unit_test(settings_defaults),
        cmocka_unit_test(settings_bad),        cmocka_unit_test(settings_garbage),
        cmocka_unit_test(request_defaults),    cmocka_unit_test(request_persons),
        cmocka_unit_test(request_tables),      cmocka_unit_test(request_create),
        cmocka_unit_test(request_bots),        cmocka_unit_test(request_bad),
        cmocka_unit_test(request_ref),         cmocka_unit_test(request_long),
        cmocka_unit_test(request_hostile),     cmocka_unit_test(request_utf8),
        cmocka_unit_test(request_mutants),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("request", tests, NULL, NULL);
}
