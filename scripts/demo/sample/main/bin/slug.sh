#!/bin/sh
# Usage: slug.sh TITLE
set -eu
printf '%s' "$1" | tr '[:upper:]' '[:lower:]' | tr -cs 'a-z0-9' '-' | sed 's/^-//; s/-$//'
echo
