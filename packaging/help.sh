#!/bin/bash
# help.sh [--all | --unknown VERB]: prints the verbs of the Makefile that most people need, or all verbs by group. For a word
# that is not a verb, names the stage of this name or the nearest verb, and exits with 2.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Prints the verbs that most people need, in this order.
short() {
  local verb
  for verb in run show check test build deb install uninstall; do sed -n "s/^\($verb\):.*## \(.*\)/make \1\t\2/p" Makefile; done
  printf 'make help\tlist all verbs\n'
}

# Prints all verbs under the headings of their groups.
by_group() {
  sed -n -e 's/^##@ /\n/p' -e 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | sed 1d
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
    short | expand -t 20
    ;;
  --all)
    by_group | expand -t 20
    printf '\nTests/Stages/run.py --list lists the names that ONLY takes.\n'
    ;;
  --unknown)
    near=$(nearest "${2:-}")
    if Tests/Stages/run.py --list 2>/dev/null | grep "^${2:-} " >/dev/null; then near="test ONLY=$2"; fi
    echo "make: there is no verb '${2:-}'${near:+; did you mean \`make $near\`?}
\`make help\` lists the verbs." >&2
    exit 2
    ;;
  *)
    echo "usage: ${0##*/} [--all | --unknown VERB]" >&2
    exit 64
    ;;
esac
