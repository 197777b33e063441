# SPDX-License-Identifier: Apache-2.0
# Completion of `lanefold` for bash; zsh reads it after bashcompinit. What there is to choose from comes from the
# command itself: its commands and options from --help, the rest from `lanefold list`.

_lanefold_names() { # of `lanefold list KIND`, the first word of each row
  lanefold list "$1" 2>/dev/null | awk 'NF && !/^-/ { print $1 }'
}

_lanefold() {
  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}" choices
  if [ "$COMP_CWORD" -eq 1 ]; then
    choices=$(lanefold --help 2>/dev/null | awk '/^Subcommands:/ { on = 1; next } on && /^  [a-z]/ { print $1 }')
    mapfile -t COMPREPLY < <(compgen -W "$choices --help --version" -- "$word")
    return
  fi
  case "$before" in
    -m | --machine) choices=$(_lanefold_names machines) ;;
    -s | --set | --vary) choices=$(_lanefold_names parameters | sed 's/$/=/') && compopt -o nospace ;;
    *)
      case "$word" in
        -*) choices=$(lanefold "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u) ;;
        *)
          case "${COMP_WORDS[1]}" in
            run | compare | bench | analyse | audit-uniform) choices=$(_lanefold_names workloads) ;;
            list) choices="blocks edges machines parameters showcase workloads" ;;
          esac
          ;;
      esac
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
  [ "${#COMPREPLY[@]}" -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}

complete -F _lanefold lanefold
