import { readdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { parseProbe } from '../../src/posture/probe-facts.ts'
import { pathWith, runProbe, SHELL_NAMES, WORD, type ProbeArguments } from '../support/docker-shells.ts'
import { TempFolder } from '../support/git.ts'

let folder: TempFolder
beforeEach(() => {
  folder = new TempFolder()
})
afterEach(() => {
  folder.remove()
})

const CONFIG = '[core]\n\tbare = false\n[remote "origin"]\n\turl = ssh://git@example.test/r.git\n'

describe.each(SHELL_NAMES)('the probe under %s', (name) => {
  const probe = (given: Partial<ProbeArguments> & { readonly run: string }) =>
    runProbe(name, { workspace: folder.path, ...given })
  const files = (): readonly string[] => readdirSync(folder.path)

  describe('before the gate', () => {
    test('tells facts that can be sorted', async () => {
      const { facts } = await probe({ run: 'true', env: { GIVEN: 'a=b' } })
      const sorted = parseProbe(facts ?? [])
      expect(sorted.status.get('Uid')).toMatch(/^(\d+) \1 \1 \1$/)
      expect(sorted.status.get('CapBnd')).toMatch(/^[0-9a-f]{16}$/)
      expect(sorted.mounts.some((row) => / \/ \/ /.test(row))).toBe(true)
      expect(sorted.devices).toContain('lo')
      expect([sorted.routes, sorted.unixSockets].every(Array.isArray)).toBe(true)
      expect(sorted.limits.some((row) => row.startsWith('Max file size'))).toBe(true)
      expect(sorted.kernel).toMatch(/^\d+\.\d+/)
      expect(sorted.writes.get('/dev/null')).toBe('written')
      expect([...sorted.writable].sort()).toEqual(['/tmp', 'HOME', 'workspace'])
      expect(sorted.workspaceReachable).toBe(true)
      expect(sorted.environment).toEqual(expect.arrayContaining(['GIVEN', 'HOME', 'PATH']))
      expect(sorted.socketsScanned).toBe(true)
    })

    test('tells the reason of a refused write, in English, and goes on', async () => {
      // Nobody can create a file below /proc, root neither; its reason is not that of a read-only mount.
      const { facts, code } = await probe({ run: 'exit 5', env: { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' } })
      const sorted = parseProbe(facts ?? [])
      expect(sorted.writes.get('/.confine-probe')).toMatch(/written|Read-only file system|Permission denied/)
      expect(code).toBe(5)
    })

    test('finds the sockets of the usual places', async () => {
      const server = createServer().listen(join(folder.path, '.own.sock'))
      await new Promise((resolve) => server.once('listening', resolve))
      // Closed also when the probe can't be run: an open one would keep the test run from ending.
      const { facts } = await probe({ run: 'true' }).finally(() => server.close())
      expect(parseProbe(facts ?? []).socketFiles).toContain(`"${join(folder.path, '.own.sock')}"`)
      expect(parseProbe(facts ?? []).unixSockets?.some((row) => row.includes('.own.sock'))).toBe(true)
    })

    test('counts the lines of each git configuration, and finds no credential in a clean one', async () => {
      folder.write('.git/config', CONFIG)
      folder.write('.git/modules/a/config', CONFIG)
      folder.write('.git/modules/b/c/config', '[core]\n\tno line end')
      const { facts } = await probe({ run: 'true' })
      const sorted = parseProbe(facts ?? [])
      const at = (path: string): string => join(folder.path, path)
      const wanted = [
        [at('.git/config'), 4],
        [at('.git/modules/a/config'), 4],
        [at('.git/modules/b/c/config'), 2],
      ]
      expect([...sorted.gitConfigs].sort()).toEqual(wanted)
      expect(sorted.credentialFiles).toEqual([])
    })

    test.each([
      ['an extra header', '\textraheader = AUTHORIZATION: basic x'],
      ['an extra header in capitals', '\tExtraHeader = x'],
      ['an include', '[include]'],
      ['a conditional include', '[includeIf "gitdir:/x"]'],
      ['a token', '\turl = https://token@example.test/r'],
      ['a user and a password', '\turl = HTTPS://u:p@example.test/r'],
      ['a password of another scheme', '\turl = ssh://u:p@example.test/r'],
    ])('finds %s', async (_, text) => {
      folder.write('.git/config', `${CONFIG}${text}\n`)
      const { facts } = await probe({ run: 'true' })
      expect(parseProbe(facts ?? []).credentialFiles).toEqual([`"${join(folder.path, '.git/config')}"`])
    })

    test.each([
      ['a user of ssh', '\turl = ssh://git@example.test/r'],
      ['the short form', '\turl = git@example.test:o/r.git'],
      ['a plain URL', '\turl = https://example.test/@scope/r'],
      ['a mail address', '\temail = a@example.test'],
    ])('leaves %s alone', async (_, text) => {
      folder.write('.git/config', `${CONFIG}${text}\n`)
      const { facts } = await probe({ run: 'true' })
      expect(parseProbe(facts ?? []).credentialFiles).toEqual([])
    })

    test('does not tell the values of the environment', async () => {
      const { facts } = await probe({ run: 'true', env: { SECRET_VALUE: 's3cr3t-value', MANY: 'a\nb' } })
      expect((facts ?? []).join('\n')).not.toContain('s3cr3t-value')
      expect(parseProbe(facts ?? []).environment).toEqual(expect.arrayContaining(['SECRET_VALUE', 'MANY']))
    })

    test('needs no program at all', async () => {
      const { facts, code } = await probe({ run: 'exit 3', env: { PATH: '/nonexistent' } })
      expect(parseProbe(facts ?? []).shell).toMatch(/^\/bin\/sh -e/)
      expect(code).toBe(3)
    })
  })

  describe('the gate', () => {
    test.each([
      ['another word', 'wrong\n'],
      ['an empty line', '\n'],
      ['the end of the input', ''],
      ['the word without a line end', WORD],
      ['the word with more', `${WORD} x\n`],
      ['the word with a blank in front', ` ${WORD}\n`],
      ['the word in capitals', `${WORD.toUpperCase()}\n`],
      ['half of the word', `${WORD.slice(0, 8)}\n`],
      ['the word in the second line', `x\n${WORD}\n`],
    ])('stays shut for %s', async (_, stdin) => {
      const { code, facts, stdout } = await probe({ run: 'echo ran; touch ran', stdin })
      expect(facts).not.toBeNull()
      expect([code, stdout]).toEqual([97, ''])
      expect(files()).not.toContain('ran')
    })

    test('opens for the word alone', async () => {
      expect(await probe({ run: 'echo ran; touch ran' })).toMatchObject({ code: 0, stdout: 'ran\n', stderr: '' })
      expect(files()).toContain('ran')
    })
  })

  describe('the step', () => {
    test.each([
      ['exit 0', 0],
      ['exit 1', 1],
      ['exit 97', 97],
      ['exit 255', 255],
      ['true', 0],
      ['false', 1],
      ['false; true', 1],
      ['nosuchprogram', 127],
      ['/etc/passwd', 126],
      ['-n true', 127],
      ['--version', 127],
      ['kill -9 $$', 137],
      ['kill -TERM $$', 143],
      ['kill -11 $$', 139],
      ['set +e; kill -9 $$; exit 0', 137],
    ])('`%s` ends with %d', async (run, wanted) => {
      expect(await probe({ run })).toMatchObject({ code: wanted, said: wanted })
    })

    test('has its own words, quotes and line ends', async () => {
      const run = 'printf "%s|" "a  b" \'$HOME\' "*"\nprintf "%s" "ü"'
      expect((await probe({ run })).stdout).toBe('a  b|$HOME|*|ü')
    })

    test('keeps its streams apart, and adds no remark of the outer shell', async () => {
      expect(await probe({ run: 'echo out; echo err >&2; kill -9 $$' })).toMatchObject({
        stdout: 'out\n',
        stderr: 'err\n',
      })
    })

    test('sees none of the probe’s words and descriptors', async () => {
      const run = 'echo "$# [$release$nonce$answer]"; [ -e /proc/self/fd/3 ] && echo third; true'
      expect((await probe({ run })).stdout).toBe('0 []\n')
    })

    test('reads nothing when no input is given, and never the release word', async () => {
      const { stdout } = await probe({ run: 'cat; echo end', stdin: `${WORD}\nmore\n` })
      expect(stdout).toBe('end\n')
    })

    test('reads the input that is given, to its end', async () => {
      const { stdout } = await probe({ run: 'cat', input: 'given', stdin: `${WORD}\nfirst\nlast` })
      expect(stdout).toBe('first\nlast')
    })

    test('runs in its directory', async () => {
      const place = folder.folder('deep er')
      expect((await probe({ run: 'pwd', directory: place })).stdout).toBe(`${place}\n`)
    })

    test('does not run without its directory', async () => {
      const { code, stdout, stderr } = await probe({ run: 'echo ran', directory: join(folder.path, 'missing') })
      expect([code === 0, stdout]).toEqual([false, ''])
      expect(stderr).toContain('missing')
    })
  })

  describe('the shell of the step', () => {
    test('is bash where there is one', async () => {
      const { facts, stdout, code } = await probe({ run: 'echo "${BASH_VERSION:+bash}"; false | true', shell: 'auto' })
      expect([parseProbe(facts ?? []).shell, stdout, code]).toEqual(['bash -eo pipefail', 'bash\n', 1])
    })

    test('ends a pipe with the first failure where that can be had', async () => {
      const { facts, code } = await probe({ run: 'false | true', shell: 'sh' })
      const knows = parseProbe(facts ?? []).shell === '/bin/sh -e -o pipefail'
      // dash learned the option only in 2024; the others have always had it.
      expect([knows, 'dash']).toContain(name === 'dash' ? 'dash' : true)
      expect(code).toBe(knows ? 1 : 0)
    })

    test('is sh where that is asked for', async () => {
      const { facts, stdout } = await probe({ run: 'echo "$0"', shell: 'sh' })
      expect(parseProbe(facts ?? []).shell).toMatch(/^\/bin\/sh -e( -o pipefail)?$/)
      expect(stdout).toBe('/bin/sh\n')
    })

    test('is bash where that is asked for: without one nothing runs, and the last word says so', async () => {
      const path = pathWith(folder.path, ['/bin/cat'])
      const { code, said, stderr } = await probe({ run: 'echo ran', shell: 'bash', env: { PATH: path } })
      expect({ code, said, stderr }).toMatchObject({ code: 127, said: 127, stderr: expect.stringContaining('no bash') })
    })

    test('is sh where there is no bash', async () => {
      const path = pathWith(folder.path, ['/bin/cat'])
      const { facts } = await probe({ run: 'true', env: { PATH: path } })
      expect(parseProbe(facts ?? []).shell).toMatch(/^\/bin\/sh -e/)
    })

    test.each([
      ['a link', (at: string) => `${at}/alias/bin`],
      ['a link above a folder that is left again', (at: string) => `${at}/alias/bin/../bin`],
      ['a link with slashes', (at: string) => `${at}/slashes//bin`],
      ['two slashes', (at: string) => `/${at}/tree/bin`],
      ['a dot', (at: string) => `${at}/./tree//bin/`],
      ['a folder of the kernel', (at: string) => `/proc/self/root${at}/tree/bin`],
      ['the workspace itself', (at: string) => `${at}/tree`],
      ['a name with a line end', (at: string) => `${at}/line\n`],
    ])('is no bash of the workspace, by %s in PATH', async (_, entry) => {
      for (const place of ['tree/bin/bash', 'tree/bash']) folder.write(place, '#!/bin/sh\necho impostor\n', 0o755)
      symlinkSync('tree', join(folder.path, 'alias'))
      symlinkSync(`//${folder.path}//tree//`, join(folder.path, 'slashes'))
      symlinkSync('tree/bin', join(folder.path, 'line\n'))
      // Named by a link itself, as where the image's links lead to it.
      for (const workspace of ['tree', 'alias'].map((one) => join(folder.path, one))) {
        const env = { PATH: `${entry(folder.path)}:/usr/bin:/bin` }
        const { stdout } = await probe({ run: 'echo "$0"', shell: 'bash', env, workspace })
        expect(stdout).toBe('/usr/bin/bash\n')
      }
    })

    test('is the bash that was found, wherever the step begins', async () => {
      folder.write('work/usr/bin/bash', '#!/bin/sh\necho impostor\n', 0o755)
      const env = { PATH: '/proc/self/cwd/usr/bin' }
      const { stdout } = await probe({ run: 'echo "$0"', shell: 'bash', env, workspace: join(folder.path, 'work') })
      expect(stdout).toBe('/usr/bin/bash\n')
    })

    test('is the bash of a folder beside the workspace', async () => {
      for (const place of ['work\n/bash', 'work-two/bash']) folder.write(place, '#!/bin/sh\necho "$0"\n', 0o755)
      folder.write('work/a', '')
      const workspace = join(folder.path, 'work')
      for (const beside of [`${workspace}\n`, `${workspace}-two`]) {
        const { stdout } = await probe({ run: 'true', shell: 'bash', env: { PATH: beside }, workspace })
        expect(stdout).toBe(`${beside}/bash\n`)
      }
    })

    test('is not another when bash is asked for and missing', async () => {
      const { facts, code, stdout } = await probe({ run: 'echo ran', shell: 'bash', env: { PATH: '/nonexistent' } })
      expect([parseProbe(facts ?? []).shell, code, stdout]).toEqual(['bash -eo pipefail', 127, ''])
    })

    test('expands nothing in its own words', async () => {
      folder.write('a', '')
      expect((await probe({ run: 'echo "*" \\*', shell: 'sh' })).stdout).toBe('* *\n')
    })
  })
})
