/* The house inside a page: what a module for WebAssembly offers to the script that loads it. The
 * script writes a text to page_text(), calls a function, and reads the answer there. There is one
 * hall, with a store in memory; nothing is kept when the page is closed.
 *
 * Times are milliseconds, as numbers that a script has, and come only from the script. Random
 * numbers all follow from the seed. So the same calls give the same messages, in a page and in any
 * other program. */
#ifndef TENKA_PAGE_H
#define TENKA_PAGE_H

#include <stdbool.h>

/* Where texts are exchanged, and how many bytes there is room for, with a NUL at the end. */
char *page_text(void);
int page_room(void);

/* Opens the hall. The text is the seed of all random numbers. */
void page_open(void);

/* A new client of the hall. Returns its number, or -1 if there are already eight. */
int page_enter(void);

/* The client leaves. */
void page_leave(int client);

/* Sends the text, a message of docs/PROTOCOL.md, for the client. False if the client must first
 * take messages, and call page_work. */
bool page_send(int client);

/* Writes the next message for the client; false if there is none. */
bool page_next(int client);

/* Sets the time and does what is due then, with bots and all. Returns the time at which it wants
 * to be called again, at the latest. */
double page_work(double now);

/* Closes the hall and forgets everything. */
void page_close(void);

/* Checks the text, a record of a match that is over, as 'tenka verify' does. False, with what is
 * wrong as the text. It needs no hall. */
bool page_check(void);

/* The plies of the record that page_check found good; -1 if it was not. */
int page_plies(void);

/* Writes what the seat saw after the ply of this record, as the `view` in messages. False if there
 * is no such ply. */
bool page_view(int ply, int seat);

#endif
