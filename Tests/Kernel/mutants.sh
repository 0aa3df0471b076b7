#!/bin/bash
# Applies faults to flickd, one at a time, and shows which test in a separate kernel finds each
# fault. NAME... are files of mutants/, by default all; --check only checks that they still apply to
# the sources. The test bundle must have been built.
#
# The faulty programs are built in .build/mutants, which is kept. Both programs are built, because a
# fault in code that flickd and flickctl share would otherwise make their outputs differ.
#
# A mutant is: a line `# the fault`, the path of a source, an optional line `only PART REGEX`, a
# line `<`, the lines to be replaced, a line `=`, and the new lines. PART and REGEX select the tests
# that can find the fault, as in test.sh; the default is all cases without the zoo.
#
# Exit codes: 0 if every fault is found, 1 if one is not, 65 if a mutant does not apply (any more),
# 69 if the tests cannot run here.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
scratch=$PWD/.build/mutants
tree=$scratch/tree
programs=$scratch/programs
results=$scratch/results

fail() {
  echo "mutants: $2" >&2
  exit "$1"
}

names=() check=
if [ "${1:-}" = --check ]; then check=1 && shift; fi
if [ $# -eq 0 ]; then set -- "$here"/mutants/*; fi
for name in "$@"; do
  name=${name##*/}
  if ! [ -f "$here/mutants/$name" ]; then fail 64 "there is no mutant '$name'; \`ls Tests/Kernel/mutants\` lists them"; fi
  names+=("$name")
done

# Sets what, source, part, filter, old and new.
read_mutant() {
  local line section=head
  what='' source='' part=cases filter='' old='' new=''
  while IFS= read -r line || [ -n "$line" ]; do
    case $section:$line in
      head:'# '*) what=${line#'# '} ;;
      head:'only '*) read -r _ part filter <<<"$line" ;;
      head:'<') section=old ;;
      head:*) source=$line ;;
      old:'=') section=new ;;
      old:*) old+=$line$'\n' ;;
      new:*) new+=$line$'\n' ;;
    esac
  done <"$here/mutants/$1"
  if [ "$section" != new ] || [ -z "$what" ] || ! [ -f "$source" ] || [ "$old" = "$new" ]; then
    fail 65 "mutants/$1 is not a mutant; see the head of ${0##*/}"
  fi
}

# Prints the source with the mutant's fault.
mutated() {
  local text rest
  text=$(<"$source")$'\n'
  rest=${text#*"$old"}
  if [ "$rest" = "$text" ] || [ "${rest#*"$old"}" != "$rest" ]; then
    fail 65 "mutants/$1: its old text must be in $source exactly once; bring the mutant up to date"
  fi
  printf '%s' "${text%%"$old"*}$new$rest"
}

# Updates the copy; unchanged files keep their time, so that they are not built again.
copy_sources() {
  local path
  mkdir -p "$tree" "$programs" "$results"
  while IFS= read -r -d '' path; do
    if ! [ -e "$path" ]; then rm "$tree/$path"; fi
  done < <(cd "$tree" && find . -type f -printf '%P\0')
  while IFS= read -r -d '' path; do
    if ! cmp -s "$path" "$tree/$path"; then cp -p --parents "$path" "$tree"; fi
  done < <(find . \( -name '.build*' -o -name .git \) -prune -o -type f -printf '%P\0')
}

# Builds both programs, and moves them where the next build leaves them alone.
build_programs() {
  local program log=$results/$1.build
  mkdir -p "$programs/$1"
  for program in flickd flickctl; do
    if ! swift build --package-path "$tree" --scratch-path "$scratch/build" --product "$program" >"$log" 2>&1; then
      tail -n 30 "$log" >&2
      fail 65 "$1 does not build; see $log"
    fi
    cp "$scratch/build/debug/$program" "$programs/$1"
  done
}

# Runs the tests with built programs, and keeps test.sh's status, the seconds and the failures.
run_tests() {
  local name=$1 status=0 start=$SECONDS
  # Several times the processor time of correct programs: a fault may stop flickd, and virtual time
  # with flickd.
  FLICKD_KERNEL_LIMIT=240 FLICKD_DAEMON=$programs/$name/flickd FLICKD_COMMAND=$programs/$name/flickctl \
    Tests/Kernel/test.sh -p "$2" -f "$3" >"$results/$name.log" 2>&1 || status=$?
  cat .build/kernel/1/*/log >>"$results/$name.log" || status=69
  echo "$status $((SECONDS - start))" >"$results/$name.status"
  rm -r "${programs:?}/$name"
}

# The test and the arguments of every failed case in a log, one a line.
failures() {
  sed -nE 's/^✘ Test "([^"]*)" recorded an issue( with [0-9]+ arguments? (.*))? at [A-Za-z]+\.swift:.*/\1: \3/p' "$results/$1.log" |
    sed -E 's/[a-zA-Z]+ → //g; s/: $//' | sort -u
}

# Waits for the tests of a mutant and prints the outcome; survivors are kept in $survivors.
survivors=()
judge() {
  local name=$1 status seconds first
  local -a cases
  wait "$testing"
  read -r status seconds <"$results/$name.status"
  mapfile -t cases < <(failures "$name")
  read_mutant "$name"
  if [ "$status" -eq 0 ]; then
    survivors+=("$name")
    first='SURVIVED'
  else
    if [ "${#cases[@]}" -eq 0 ]; then
      # A fault may stop flickd, and virtual time with flickd.
      mapfile -t cases < <(sed -nE 's/^◇ (Test case .*|Test ".*") started\.$/no end: \1/p' "$results/$name.log" | tail -n 1)
    fi
    if [ "${#cases[@]}" -eq 0 ]; then fail 69 "the tests did not run on $name; see $results/$name.log"; fi
    first="${#cases[@]}: $(printf '%s; ' "${cases[@]:0:3}")"
  fi
  printf '%s | %s | %s | %s\n' "$name" "$what" "${first%; }" "$seconds" | tee -a "$results/table"
}

# Before anything is built, every mutant must apply.
for name in "${names[@]}"; do
  read_mutant "$name"
  mutated "$name" >/dev/null
done
if [ -n "$check" ]; then exit 0; fi

copy_sources
rm -rf "${results:?}"/*
echo "mutants: the sound programs first"
build_programs sound
# All cases, and those of the zoo that mutants name.
while read -r part filter; do
  mkdir -p "$programs/sound"
  cp "$scratch"/build/debug/{flickd,flickctl} "$programs/sound"
  run_tests sound "$part" "$filter" </dev/null
  read -r status seconds <"$results/sound.status"
  if [ "$status" -ne 0 ]; then
    grep '^✘' "$results/sound.log" >&2 || true
    fail 69 "the tests fail without any fault, so that their failing means nothing; see $results/sound.log"
  fi
  echo "mutants: $part${filter:+ $filter} pass without a fault, $seconds s"
done < <(
  echo cases
  for name in "${names[@]}"; do
    read_mutant "$name"
    if [ "$part" = zoo ]; then echo "zoo $filter"; fi
  done | sort -u
)

# The tests of one mutant run while the next is built.
start=$SECONDS before=
for name in "${names[@]}"; do
  read_mutant "$name"
  mutated "$name" >"$scratch/mutated"
  cp "$scratch/mutated" "$tree/$source"
  build_programs "$name"
  cp -p "$source" "$tree/$source"
  if [ -n "$before" ]; then judge "$before"; fi
  read_mutant "$name"
  run_tests "$name" "$part" "$filter" &
  testing=$!
  before=$name
done
judge "$before"
echo "mutants: ${#names[@]} in $((SECONDS - start)) s, ${#survivors[@]} survived${survivors[*]:+: ${survivors[*]}}"
if [ "${#survivors[@]}" -gt 0 ]; then exit 1; fi
