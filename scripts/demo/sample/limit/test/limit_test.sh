# shellcheck shell=sh
is hello sh bin/slug.sh 'Hello, World!' 5
is hello sh bin/slug.sh 'Hello, World!' 6
is hello-world sh bin/slug.sh 'Hello, World!' 50
