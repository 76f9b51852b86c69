/* Answers the lines of the standard input by the line protocol, as `dpcert query` does. */

#include "dpcert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char NAME[] = "[\"query\"]\n";

int main(void) {
    size_t length = strlen(NAME), room = 1 << 16;
    char *call = malloc(room);
    if (call == NULL) return EXIT_FAILURE;
    memcpy(call, NAME, length);
    size_t count;
    while ((count = fread(call + length, 1, room - length, stdin)) > 0) {
        length += count;
        if (length < room) continue;
        char *larger = realloc(call, room *= 2);
        if (larger == NULL) {
            free(call);
            return EXIT_FAILURE;
        }
        call = larger;
    }

    char *answer;
    size_t answer_length;
    int status = dpcert_ask(call, length, &answer, &answer_length);
    free(call);
    if (answer == NULL) return EXIT_FAILURE;
    fwrite(answer, 1, answer_length, status == DPCERT_ANSWERED ? stdout : stderr);
    dpcert_free(answer, answer_length);
    return status == DPCERT_ANSWERED ? EXIT_SUCCESS : EXIT_FAILURE;
}
