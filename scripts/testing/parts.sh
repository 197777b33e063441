# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# The parts of the deep tests: which files concern which part, and the table of when each passed; sourced, not run.

parts_table=docs/how-to/testing.md

# The files that concern a part, as git's patterns.
part_files() {
  case "$1" in
    # What a hunt asks; rtl/blocks.toml says beside it since when figures hold.
    rtl) printf '%s\n' rtl ':!rtl/blocks.toml' tb models/twins cmake/LanefoldRtl.cmake scripts/{prove,mutate} \
      scripts/{blocks,geometry,rtl_header}.py scripts/verification scripts/testing/hunt ;;
    threads) printf '%s\n' apps/icd models/{base,compiler,machine/device} tests/icd tests/opencl ;;
    *) printf '%s\n' . ;;
  esac
}

# The commit at which a part passed last; nothing if that is not known here.
part_commit() {
  local commit
  commit=$(sed -n "s/^| $1 | \([0-9a-f]*\) .*/\1/p" "$parts_table")
  [ -n "$commit" ] && git cat-file -e "$commit^{commit}" 2> /dev/null && echo "$commit"
}

# Whether files that concern a part have changed since it passed.
part_changed() {
  local commit files
  commit=$(part_commit "$1") || return 0
  mapfile -t files < <(part_files "$1")
  ! git diff --quiet "$commit" -- "${files[@]}" || [ -n "$(git ls-files --others --exclude-standard -- "${files[@]}")" ]
}

# enter_part PART COMMIT MINUTES: it has passed, if the tree is still that of the commit with which it began.
enter_part() {
  if [ "$(git rev-parse HEAD)" != "$2" ] || [ -n "$(git status --porcelain -- . ":!$parts_table")" ]; then
    echo "$1 passed, but in a tree that is not that of a commit: $parts_table stays as it is"
    return
  fi
  local row
  row="| $1 | $(git rev-parse --short=12 "$2") | $(date -u +%F) | $3 |"
  # What it runs, the last cell, stays.
  sed -i -E "s/^\\| $1 \\|[^|]*\\|[^|]*\\|[^|]*\\|/$row/" "$parts_table"
}
