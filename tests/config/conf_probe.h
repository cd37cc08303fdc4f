/* The questions of conf_probe.c. One conf and one topic conf live between two resets. One thread.
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* The answer, valid until the next question. */
const char* probe_answer(const char* question);
void probe_end(void);

#ifdef __cplusplus
}
#endif
