# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# The parts of the deep tests: which files concern which part, and the table of when each passed; sourced, not run.

parts_table=docs/testing.md

# The files that concern a part, as git's patterns.
part_files() {
  case "$1" in
    rtl) printf '%s\n' rtl tb tests/rtl models/rtl_twins models/compaction models/datapath cmake/LanefoldRtl.cmake \
      include/lanefold/{lane_mask,execution_mask,quad_geometry,schedule,compactor,compaction_sequencer}.h \
      scripts/{prove,mutate,synth,rtl-coverage,verification,synthesis} ;;
    threads) printf '%s\n' apps/icd models/host tests/icd tests/opencl ;;
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
  ! git diff --quiet "$commit" -- "${files[@]}"
}

# enter_part PART MINUTES: it passes in this tree, if this is what is committed.
enter_part() {
  if ! git diff --quiet HEAD -- . ":!$parts_table"; then
    echo "$1 passed, but in a tree with changes that are not committed: $parts_table stays as it is"
    return
  fi
  local row
  row="| $1 | $(git rev-parse --short=12 HEAD) | $(date -u +%F) | $2 |"
  # What it runs, the last cell, stays.
  sed -i -E "s/^\\| $1 \\|[^|]*\\|[^|]*\\|[^|]*\\|/$row/" "$parts_table"
}
