#!/bin/sh
# Usage: slug.sh TITLE [LENGTH]
set -eu
printf '%s' "$1" | tr '[:upper:]' '[:lower:]' | tr -cs 'a-z0-9' '-' | sed 's/^-//' | cut -c "1-${2:-255}" | sed 's/-$//'
