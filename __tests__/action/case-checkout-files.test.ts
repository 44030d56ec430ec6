import { describe, expect, test } from '@jest/globals'
import { expectVerified, outputOf, reportOf, runAction } from '../support/action.ts'
import { madeCheckout, shell, WAYS } from '../support/made-checkouts.ts'

/** Case by case, and then what lies beside each of them. */
const MAKE = {
  'SYM-01': 'echo 1 >f; ln -s f rel; ln -s nowhere dangling; ln -s . loop; mkdir d; ln -s ../f d/up',
  links: [
    'mkdir links; cd links; ln -s /etc/passwd absolute; ln -s ../../../.. out; ln -s self self; ln -s b a; ln -s a b',
    'ln -s one two; ln -s two three; ln -s ../f one; ln -s "" empty 2>/dev/null || true; ln -s "a:b,c d" odd',
    'ln -s /proc/self/root proc; ln ../f hard; ln -s "$(printf "\\377")" bytes; cd ..',
  ].join('; '),
  'NAME-03': [
    'mkdir odd; cd odd; touch "caf$(printf "\\303\\251")" "$(printf "a\\nb")" "$(printf "\\377")" "*" "~"',
    'touch "$(printf "tab\\tx")" "$(printf "e\\314\\201")"; cd ..',
  ].join('; '),
  names: [
    'mkdir -- names; cd names; touch -- -rf --help -C "a:b" "a,b" " " "x " "\\\\" "$(printf "\\r")" "%s" "\\$HOME" "#" "\'" \'"\'',
    'touch "$(printf "\\033[31m")" "$(printf "\\342\\200\\256rtl")" CON "a|b" ..., "$(head -c 255 /dev/zero | tr "\\0" n)"',
    'mkdir -- "$(printf "\\376d")" -d "new$(printf "\\nline")"; touch -- "$(printf "\\376d")/f" -d/f; cd ..',
  ].join('; '),
}

const UNTRACKED = {
  'WS-04': [
    'echo k >key; chmod 600 key; printf "#!/bin/sh\\necho sub\\n" >tool; chmod 750 tool; touch -d 2001-01-01 old',
    'touch -d 2002-01-01 newer; ln old hard; truncate -s 5G sparse',
  ].join('; '),
  modes: [
    'mkdir modes; cd modes; for m in 0000 0111 0200 0400 0444 0555 0777 2755 4755; do echo $m >f$m; chmod $m f$m',
    'mkdir d$m; echo x >d$m/in; done; for m in 0000 0111 0200 0400 0555 0777 1777 2775; do mkdir -p d$m; chmod $m d$m; done',
    'touch -d "2100-01-01 UTC" future; touch -d "2020-02-02 02:02:02.123456789 UTC" nano; cd ..',
  ].join('; '),
  'NAME-05': 'mkfifo pipe; mkfifo "$(printf "p\\nipe")"; mkdir empty',
}

/** Every entry with its kind, rights, owner and time to the second, and where a link leads. By bytes of names. */
const LIST = `export LC_ALL=C
  { find . \\( -path ./.git -o -path "./modes/d*/in" \\) -prune -o ! -name sock -print0 2>/dev/null || true; } | sort -z | xargs -0 -n1 sh -c '
  stat -c "%F %a %u:%g %Y" -- "$0"; if [ -L "$0" ]; then readlink -- "$0"; elif [ -f "$0" ]; then stat -c "%s %h" -- "$0"; fi; printf "%s\\n" "$0"'`

/** What ends without having the time to take its socket away. */
const SOCKET = 'require("net").createServer().listen("sock", () => process.kill(process.pid, "SIGKILL"))'

const SCRIPTS = {
  's.sh': `set -e
    [ "$(readlink rel)" = f ]; [ "$(readlink d/up)" = ../f ]; [ "$(readlink dangling)" = nowhere ]
    [ "$(readlink loop)" = . ]; cat rel d/up`,
  'f.sh': 'find odd -type f -print0 | tr -cd "\\000" | wc -c',
  'm.sh': `set -e
    ls -l key tool; ./tool; cat key; [ newer -nt old ]; [ "$(stat -c %Y old)" = 978307200 ]
    [ "$(stat -c %h hard)" = 2 ]; [ "$(stat -c %s sparse)" = "$1" ]`,
  'o.sh': 'test -p pipe; echo ok',
}

describe.each(WAYS)('files, by $method', ({ method, hide }) => {
  test('SYM-01, NAME-03, NAME-05, WS-04: each is what it is on the host, and what is left out is told', async () => {
    // An engine that gets a copy writes the zeros of a hole too.
    const size = method === 'copy' ? 32 * 1024 * 1024 : 5 * 1024 ** 3
    const untracked = Object.values(UNTRACKED).join('\n').replace('5G', String(size))
    const checkout = madeCheckout({ scripts: SCRIPTS, committed: Object.values(MAKE).join('\n'), untracked })
    // Rights that chown(2) took away.
    shell(checkout.path, 'chmod 4755 modes/f4755; chmod 2755 modes/f2755; touch mixed; chown 4321:4322 mixed')
    shell(checkout.path, `${process.execPath} -e '${SOCKET}' || true`)
    const here = shell(checkout.path, `busybox sh -c '${LIST.replaceAll("'", `'\\''`)}'`)
    const steps = ['ci/s.sh', 'ci/f.sh', `ci/m.sh ${String(size)}`, 'ci/o.sh', LIST]
    const inputs = { 'output-limit': '8MiB' }
    const run = await runAction({ checkout, hide, steps, inputs, env: { TZ: 'UTC' } })
    expectVerified(run)
    expect(run.report?.workspace?.method).toBe(method)
    expect(outputOf(run, 0)).toBe('1\n1\n')
    expect(outputOf(run, 1).trim()).toBe('7')
    expect(outputOf(run, 2)).toMatch(/^-rw------- [^]*^-rwxr-x--- [^]*^sub\nk\n$/m)
    expect(outputOf(run, 3)).toBe('ok\n')
    expect(outputOf(run, 4).split('\n')).toEqual(Buffer.from(here, 'latin1').toString().split('\n'))
    const notes = reportOf(run).workspace?.notes.join('\n') ?? ''
    if (method === 'copy') expect(notes).toContain('sock: socket ignored')
  })
})

test.each(['debian', 'node'] as const)('WS-05: a folder of the checkout can be renamed: %s', async (image) => {
  const perl = 'rename("src/api","src/api2") or die "rename: $!\\n"; rename("src","src2") or die "rename: $!\\n"'
  const node = 'const {renameSync:r}=require("fs"); r("src/api","src/api2"); r("src","src2")'
  const command = image === 'debian' ? `perl -e '${perl}'` : `node -e '${node}'`
  const checkout = madeCheckout({ committed: 'mkdir -p src/api; echo 1 >src/api/f' })
  const run = await runAction({ checkout, image, steps: [`${command}; cat src2/api2/f; ls`] })
  expectVerified(run)
  expect(outputOf(run)).toBe('1\nLICENSE\nREADME\nsrc2\n')
})
