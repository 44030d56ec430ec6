# shellcheck shell=sh
is hello-world sh bin/slug.sh 'Hello, World!'
is a-b sh bin/slug.sh '  a   b  '
is 2-5 sh bin/slug.sh '2 + 5'
