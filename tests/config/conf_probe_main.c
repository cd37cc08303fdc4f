/* Questions on stdin, questions and answers on stdout. Which library answers is LD_LIBRARY_PATH's
 * choice; answers.txt is what librdkafka 2.16.0 said:
 *   ./make_questions.py upstream_properties.tsv cases.txt |
 *     LD_LIBRARY_PATH=/folder/of/librdkafka.so.1 conf_probe > answers.txt */
#include <stdio.h>
#include <string.h>

#include "conf_probe.h"

int main(void) {
  static char line[8192];
  while (fgets(line, sizeof(line), stdin)) {
    line[strcspn(line, "\n")] = 0;
    if (!line[0] || line[0] == '#') continue;
    printf("%s\t-> %s\n", line, probe_answer(line));
  }
  probe_end();
  return 0;
}
