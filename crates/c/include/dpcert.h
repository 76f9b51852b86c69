/* dpcert for C: exact answers about differential privacy, or intervals that are proven to contain them.
 *
 * All functions may be called by several threads at once. Nothing is kept between two calls but a pool of threads that
 * computes, one for each processor: RAYON_NUM_THREADS says how many. */

#ifndef DPCERT_H
#define DPCERT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call came to. */
enum {
    DPCERT_ANSWERED = 0, /* The bytes are the answer. */
    DPCERT_REFUSED = 1,  /* The bytes are a sentence: the call is none of those below. */
    DPCERT_FAULT = 2     /* The bytes are a sentence about a fault of dpcert; NULL where they have no place. */
};

/* Answers a call, of `length` bytes, which need no zero byte; NULL is a call of no bytes.
 *
 * A call is a line of JSON, a line break, and the bytes that it is about:
 *
 *     ["query"]           lines of the line protocol (docs/protocol.md); the answer has a line for each
 *     ["check"]           a claim file (docs/claim-files.md): the report of `dpcert check - --json`
 *     ["certify"]         a claim file: {"said": ..., "files": [{"name": ..., "text": ...}, ...]}, certificates and a report
 *     ["certify", ID]     the same for one claim
 *     ["scene"]           what a picture shows, as JSON (`dpcert help query`): the line of the protocol that answers it
 *     ["draw", FORM]      a scene of such an answer: the picture as svg, html, csv or json
 *     ["rows"]            a JSON list of mechanisms in the compact notation: their rows of a claim file
 *     ["templates"]       nothing: claim files to start from
 *     ["utilities"]       nothing: the theorems about utility, with their parameters
 *
 * What is said of a question, such as that it is not supported, is in its answer: the status is DPCERT_ANSWERED. A question
 * whose estimated cost is above the limits of `dpcert query` is refused there too.
 *
 * *answer becomes the answer, in UTF-8, with a zero byte after its *answer_length bytes; it has to be given to dpcert_free.
 * If `answer` or `answer_length` is NULL, or `call` is NULL and `length` is not 0, the status is DPCERT_FAULT and nothing is
 * written. */
int dpcert_ask(const char *call, size_t length, char **answer, size_t *answer_length);

/* Frees an answer, with its length. Of NULL nothing is freed. */
void dpcert_free(char *answer, size_t length);

/* The version, such as "0.1.0": it is not freed. */
const char *dpcert_version(void);

#ifdef __cplusplus
}
#endif

#endif
