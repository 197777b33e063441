# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What the scripts share; sourced, not run. Leaves the caller in the root of the source tree.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Compilations at once: as many as there are processors, but no more than memory allows (the heaviest needs 1.2 GB).
jobs() {
  local processors memory_kib by_memory
  processors=$(nproc)
  memory_kib=$(awk '/^MemTotal:/ { print $2 }' /proc/meminfo)
  by_memory=$((memory_kib / 1200000))
  [ "$by_memory" -ge 1 ] || by_memory=1
  echo $((processors < by_memory ? processors : by_memory))
}

# Options that every configuration takes: the time of each unit is noted, and ccache helps where it is.
launcher="$PWD/scripts/testing/cpu-seconds"
! command -v ccache > /dev/null || launcher="$launcher;ccache"
# shellcheck disable=SC2034  # scripts/build takes them
configure_options=("-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher")

# run_tests PRESET CTEST_OPTION...
run_tests() {
  # LeakSanitizer of GCC 12 crashes where it looks for the thread-local variables of a library that was unloaded.
  # SystemC switches stacks, which AddressSanitizer's copies of frames do not survive.
  ASAN_OPTIONS=detect_stack_use_after_return=0 LSAN_OPTIONS=use_tls=0:print_suppressions=0 \
    ctest --test-dir "build/$1" -j "$(nproc)" --output-on-failure --no-tests=error "${@:2}"
}

# Our own files whose names match the patterns; works with and without git.
our_files() {
  if git rev-parse --is-inside-work-tree > /dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard -- "$@" | sort -u | while read -r file; do
      [ -f "$file" ] && echo "$file"
    done
  else
    local pattern
    for pattern in "$@"; do
      find . -path ./build -prune -o -path './build-*' -prune -o -type f -name "${pattern##*/}" -print
    done | sed 's|^\./||' | sort -u
  fi
}

step() { printf '\n== %s\n' "$*"; }
