#!/usr/bin/env python3
"""Prints the questions for conf_probe, out of upstream_properties.tsv: every setting at, within and
beyond its limits, with each of its words, through each of its names; then those of cases.txt. After
a change let librdkafka answer again (conf_probe_main.c)."""
import csv
import sys

# Their value is an address.
ADDRESSES = {"log_cb", "socket_cb", "open_cb", "default_topic_conf", "ut_handle_ProduceResponse"}


def values_of(row):
    kind, values = row["type"], row["range"]
    if kind in ("integer", "float"):
        low, high = (int(x) for x in values.split(" .. "))
        yield from (low, high, low - 1, high + 1, "abc", ".", "-", "+%d" % max(low, 1), " %d" % high)
        yield from (hex(high), "0%o" % high) if kind == "integer" else (low + 0.5, "1e2", "x1")
        yield row["default"]
    elif kind == "boolean":
        yield from ("true", "TRUE", "t", "T", "1", "false", "False", "f", "0", "yes", "no", "2", ".", "-")
    elif kind == "enum value":
        for word in values.split(", "):
            yield from (word, word.upper(), word.capitalize(), word + "x")
        yield from ("nope", "0", ".", "-")
    elif kind == "CSV flags":
        yield from [] if row["name"] == "builtin.features" else values.split(", ")
        yield from ("nope", ".", "-")
    elif row["name"] == "partitioner":
        for word in "random consistent consistent_random murmur2 murmur2_random fnv1a fnv1a_random".split():
            yield from (word, word.upper())
        yield from ("nope", ".", "-")
    elif kind == "invalid" or kind == "see dedicated API":
        yield from ("x", ".", "-")
    elif kind == "string":
        yield from ("x", "A b", ".", "y", "-")


def main():
    rows = list(csv.DictReader(open(sys.argv[1]), delimiter="\t", quoting=csv.QUOTE_NONE))
    out = ["# Written by make_questions.py."]
    for row in rows:
        if row["name"] in ADDRESSES:
            continue
        name, topic = row["name"], row["scope"] == "topic"
        verbs = [("set", "get"), ("tset", "tget")] if topic else [("set", "get")]
        for set_verb, get_verb in verbs:
            out.append("reset")
            out.append(f"{get_verb}\t{name}")
            for value in values_of(row):
                out.append(f"{set_verb}\t{name}\t{value}")
                if row["alias_of"]:
                    out.append(f"{get_verb}\t{row['alias_of']}")
        out += ["reset", ("tdumped" if topic else "dumped") + "\t" + name]
        # names are exact
        out += [f"set\t {name}\tx", f"set\t{name} \tx", f"set\t{name.upper()}X\tx"]
        out.append(f"tset\t{name}\t{row['default'] or 'x'}" if not topic else f"set\ttopic.{name}\t{row['default'] or 'x'}")
        if topic:
            out.append(f"tset\ttopic.{name}\t{row['default'] or 'x'}")
    out += open(sys.argv[2]).read().splitlines()
    print("\n".join(out))


main()
