# shellcheck shell=bash
# Completion of flickd; `make reference` writes it from the table of its flags.
_flickd() {
  local word=$2 flag=$3
  # Of --flag=value bash makes three words.
  if [ "$word" = = ]; then
    word=''
  elif [ "$flag" = = ]; then
    flag=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $flag in
    --config | --socket | --replay)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      ;;
    --seat) ;;
    --log-level) mapfile -t COMPREPLY < <(compgen -W 'trace debug info notice warning error critical' -- "$word") ;;
    *) mapfile -t COMPREPLY < <(compgen -W '--config --socket --seat --replay --demo --log-level --check -h --help --version' -- "$word") ;;
  esac
}
complete -F _flickd flickd
