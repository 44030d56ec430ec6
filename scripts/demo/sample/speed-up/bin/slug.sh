#!/bin/sh
# Usage: slug.sh TITLE
set -eu
# One process instead of three.
printf '%s\n' "$1" | tr -cs 'A-Za-z0-9\n' '-'
