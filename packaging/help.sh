#!/bin/bash
# help.sh [--all | --unknown VERB]: prints the most important verbs of the Makefile, or all verbs; or exits with 2 for
# a word that is not a verb, and names the nearest verb.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
first=(run test build deb install uninstall)

# Prints the lines of `help.sh --all`, with the most important verbs first.
verbs() {
  local verb
  for verb in "${first[@]}"; do sed -n "s/^\($verb\):.*## \(.*\)/make \1\t\2/p" Makefile; done
  echo
  sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile |
    grep -v -E "^make ($(IFS='|' && echo "${first[*]}"))"$'\t'
}

# Prints the verb with the fewest changed, added or missing letters, if they are at most half of the word.
nearest() {
  sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile | awk -v word="$1" '
    function least(a, b, c) { if (b < a) a = b; return c < a ? c : a }
    {
      for (j = 0; j <= length($0); j++) row[j] = j
      for (i = 1; i <= length(word); i++) {
        diagonal = row[0]
        row[0] = i
        for (j = 1; j <= length($0); j++) {
          cost = diagonal + (substr(word, i, 1) != substr($0, j, 1))
          diagonal = row[j]
          row[j] = least(cost, row[j] + 1, row[j - 1] + 1)
        }
      }
      distance = row[length($0)]
      if (best == "" || distance < fewest) { best = $0; fewest = distance }
    }
    END { if (fewest * 2 <= length(word)) print best }'
}

case ${1:-} in
  '')
    echo "Usage: make VERB"
    verbs | sed '/^$/,$d' | expand -t 20
    printf 'make help\tlist all verbs\n' | expand -t 20
    ;;
  --all) verbs | expand -t 28 ;;
  --unknown)
    near=$(nearest "${2:-}")
    echo "make: there is no verb '${2:-}'${near:+; did you mean \`make $near\`?}
\`make help\` lists the verbs." >&2
    exit 2
    ;;
  *)
    echo "usage: ${0##*/} [--all | --unknown VERB]" >&2
    exit 64
    ;;
esac
