#!/bin/sh
# Runs all tests; ends with 1 if one failed.
cd "$(dirname "$0")/.." || exit 1
failed=0

# is WANTED COMMAND...
is() {
  wanted=$1
  shift
  got=$("$@")
  if [ "$got" = "$wanted" ]; then
    echo "ok      $*"
  else
    echo "NOT OK  $*"
    echo "        wanted '$wanted', got '$got'"
    failed=$((failed + 1))
  fi
}

for tests in test/*_test.sh; do
  # shellcheck disable=SC1090 # each is checked by itself
  . "./$tests"
done
echo "$failed failed"
[ "$failed" -eq 0 ]
