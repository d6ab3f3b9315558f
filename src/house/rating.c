/* Glicko-2, after the description by its author, Mark Glickman. Each match is a rating period. */
#include "house/rating.h"

#include <math.h>

static const double scale = 173.7178; /* from the internal numbers to those shown */
static const double tau = 0.5;        /* how fast volatility may change */
static const double period = 30;      /* days until the variance grows by one volatility squared */
static const double most_deviation = 350, least_deviation = 30;

enum { STEPS_MAX = 100 };

/* A rating in the internal units. */
struct strength {
    double mu, phi;
};

struct rating rating_new(void)
{
    return (struct rating){.value = 1500, .deviation = most_deviation, .volatility = 0.06};
}

static double rating_weight_of(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI));
}

static struct strength strength_at(const struct rating *r, int64_t day)
{
    double days = r->games && day > r->day ? (double)day - (double)r->day : 0;
    double phi = r->deviation / scale;
    phi = sqrt(phi * phi + r->volatility * r->volatility * days / period);
    return (struct strength){(r->value - 1500) / scale, fmin(phi, most_deviation / scale)};
}

/* What the match says about a player: how certain it is, and in which direction it points. */
struct evidence {
    double information, surprise;
};

static struct evidence evidence_of(const struct strength all[], const struct rated_match *m,
                                   int self)
{
    const int *ranks = m->ranks;
    struct evidence e = {0, 0};
    for (int other = 0; other < m->players; other++) {
        if (other == self)
            continue;
        double g = rating_weight_of(all[other].phi),
               share = 2.0 / m->players / (1 + m->before[self][other]);
        double expected = 1 / (1 + exp(-g * (all[self].mu - all[other].mu)));
        double score = ranks[self] < ranks[other] ? 1 : ranks[self] == ranks[other] ? 0.5 : 0;
        e.information += share * g * g * expected * (1 - expected);
        e.surprise += share * g * (score - expected);
    }
    return e;
}

/* The function whose zero is the logarithm of the new variance. */
struct equation {
    double delta2, phi2, v, a;
};

static double equation_at(const struct equation *q, double x)
{
    double e = exp(x), sum = q->phi2 + q->v + e;
    return e * (q->delta2 - sum) / (2 * sum * sum) - (x - q->a) / (tau * tau);
}

/* The Illinois algorithm, as in the description. */
static double new_volatility(const struct equation *q)
{
    double a = q->a, b, fa = equation_at(q, a), fb;
    if (q->delta2 > q->phi2 + q->v) {
        b = log(q->delta2 - q->phi2 - q->v);
    } else {
        int k = 1;
        while (equation_at(q, q->a - k * tau) < 0 && k < STEPS_MAX)
            k++;
        b = q->a - k * tau;
    }
    fb = equation_at(q, b);
    for (int i = 0; i < STEPS_MAX && fabs(b - a) > 1e-6; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = equation_at(q, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

static struct rating rating_updated(const struct rating *old, struct strength s, struct evidence e)
{
    double v = 1 / e.information, delta = v * e.surprise;
    struct equation q = {delta * delta, s.phi * s.phi, v, log(old->volatility * old->volatility)};
    double volatility = new_volatility(&q);
    double before = s.phi * s.phi + volatility * volatility;
    double phi = 1 / sqrt(1 / before + e.information);
    return (struct rating){
        .value = 1500 + scale * (s.mu + phi * phi * e.surprise),
        .deviation = fmin(fmax(scale * phi, least_deviation), most_deviation),
        .volatility = volatility,
        .games = old->games + 1,
    };
}

void ratings_update(struct rating ratings[], const struct rated_match *m)
{
    struct strength all[SEATS_MAX];
    for (int i = 0; i < m->players; i++)
        all[i] = strength_at(&ratings[i], m->day);
    for (int i = 0; i < m->players; i++) {
        ratings[i] = rating_updated(&ratings[i], all[i], evidence_of(all, m, i));
        ratings[i].day = m->day;
    }
}
