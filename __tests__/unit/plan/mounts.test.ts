import { describe, expect, test } from '@jest/globals'
import { parseMounts } from '../../../src/plan/mounts.ts'
import { HOME_INSIDE } from '../../../src/plan/places.ts'
import { Problems } from '../../../src/plan/problems.ts'
import { HOME } from '../../../src/sandbox/container-demand.ts'
import { machine, problemsOf } from './given.ts'

const FACTS = machine(
  [
    '/home/runner/work/_temp/x',
    '/home/runner/work/repo/repo/.git',
    '/home/runner/work/repo/other',
    '/home/runner/.cache/pip',
    '/home/runner/.ssh',
    '/opt/tools',
    '/etc/ssl/certs',
    '/etc/docker',
    '/run',
    '/var/lib/docker/volumes',
    '/custom',
    '/proc',
  ],
  {
    '/var/run': { kind: 'directory', real: '/run' },
    '/opt/link': { kind: 'directory', real: '/opt/tools' },
    '/opt/trap': { kind: 'directory', real: '/run' },
    '/opt/file': { kind: 'file', real: '/opt/file' },
    '/opt/socket': { kind: 'other', real: '/opt/socket' },
    '/opt/hidden': { kind: 'hidden' },
    '/custom/link.sock': { kind: 'other', real: '/srv/engine/real.sock' },
  },
)

function parse(text: string, home: string | null = '/home/runner', socket: string | null = '/custom/engine.sock') {
  const problems = new Problems()
  const mounts = parseMounts(text, {
    problems,
    facts: FACTS,
    checkout: '/home/runner/work/repo/repo',
    tempDir: '/home/runner/work/_temp',
    home,
    socket,
  })
  return { mounts, problems: problemsOf(problems).map(({ input, expected, got }) => `${input}: ${expected} / ${got}`) }
}

describe('mounts', () => {
  test.each([
    ['', []],
    ['# none\n\n', []],
    [' /opt/tools:/opt/tools \r\n', [{ source: '/opt/tools', target: '/opt/tools' }]],
    ['/home/runner/.cache/pip:/cache', [{ source: '/home/runner/.cache/pip', target: '/cache' }]],
    ['/home/runner/work/repo/other:/other', [{ source: '/home/runner/work/repo/other', target: '/other' }]],
    ['/etc/ssl/certs:/certs', [{ source: '/etc/ssl/certs', target: '/certs' }]],
    ['/opt/link:/usr/local/tools', [{ source: '/opt/tools', target: '/usr/local/tools' }]],
    ['/opt/file:/opt/file', [{ source: '/opt/file', target: '/opt/file' }]],
    ['/opt/absent/x:/x', [{ source: '/opt/absent/x', target: '/x' }]],
    ['/opt/tools:/a\n/opt/tools:/b', ['/a', '/b'].map((target) => ({ source: '/opt/tools', target }))],
  ])('%j', (text, mounts) => {
    expect(parse(text)).toEqual({ mounts, problems: [] })
  })

  test('a refused line is no mount, and the others are', () => {
    const { mounts, problems } = parse('/opt/tools:/x\n/run/docker.sock:/y\n/opt/file:/z')
    expect(mounts).toEqual([
      { source: '/opt/tools', target: '/x' },
      { source: '/opt/file', target: '/z' },
    ])
    expect(problems).toEqual(['mounts line 2: a source apart from /run / "/run/docker.sock:/y"'])
  })

  const twoPaths = 'two absolute paths without ".." or doubled slashes'
  const form = 'source:target (paths that hold a colon can not be mounted, and every mount is read-only)'
  test.each([
    ['/opt/tools', form],
    ['/opt/tools:/x:ro', form],
    ['/opt/to:ols:/x', form],
    ['opt:/x', twoPaths],
    ['~/.cache:/x', twoPaths],
    ['/opt/tools:x', twoPaths],
    ['/opt/tools/:/x', twoPaths],
    ['/opt/../run:/x', twoPaths],
    ['/opt/tools:/x/../etc', twoPaths],
    ['/opt//tools:/x', twoPaths],
    ['/opt/tools:', twoPaths],
    ['/opt/hidden:/x', 'a source that can be looked at'],
    ['/opt/file/x:/x', 'a source that can be looked at'],
    ['/opt/socket:/x', 'a folder or a regular file as source'],
  ])('%s: %s', (line, expected) => {
    expect(parse(line).problems).toEqual([`mounts line 1: ${expected} / "${line}"`])
  })

  test.each([
    ['/', 'a source apart from /boot'],
    ['/run', 'a source apart from /run'],
    ['/run/docker.sock', 'a source apart from /run'],
    ['/var/run/docker.sock', 'a source apart from /run'],
    ['/var', 'a source apart from /var/lib/containerd'],
    ['/opt/trap', 'a source apart from /run'],
    ['/opt/trap/docker.sock', 'a source apart from /run'],
    ['/custom', "a source apart from the engine's socket"],
    ['/custom/engine.sock', "a source apart from the engine's socket"],
    ['/proc', 'a source apart from /proc'],
    ['/proc/1/root', 'a source apart from /proc'],
    ['/sys', 'a source apart from /sys'],
    ['/dev/sda', 'a source apart from /dev'],
    ['/etc', 'a source apart from /etc/docker'],
    ['/var/lib/docker/volumes', 'a source apart from /var/lib/docker'],
    ['/home/runner/work/_temp', "a source apart from the runner's temp folder"],
    ['/home/runner/work/_temp/x', "a source apart from the runner's temp folder"],
    ['/home/runner/work', "a source apart from the runner's temp folder"],
    ['/home/runner/work/repo', 'a source apart from the checkout, which steps see anyway'],
    ['/home/runner/work/repo/repo', 'a source apart from the checkout, which steps see anyway'],
    ['/home/runner/work/repo/repo/.git', 'a source apart from the checkout, which steps see anyway'],
    ['/home/runner', "a source apart from the runner's temp folder"],
    ['/home/runner/.ssh', 'a source apart from ~/.ssh, where credentials are kept'],
    ['/home/runner/.ssh/id_ed25519', 'a source apart from ~/.ssh, where credentials are kept'],
    ['/home/runner/.config', 'a source apart from ~/.config/gcloud, where credentials are kept'],
    ['/home/runner/.docker/config.json', 'a source apart from ~/.docker, where credentials are kept'],
  ])('no %s as source', (source, expected) => {
    expect(parse(`${source}:/x`).problems).toEqual([`mounts line 1: ${expected} / "${source}:/x"`])
  })

  test.each(['/custom', '/custom/link.sock', '/srv/engine', '/srv/engine/real.sock'])(
    'no %s as source, which holds a socket or what its link leads to',
    (source) => {
      expect(parse(`${source}:/x`, '/home/runner', '/custom/link.sock').problems).toEqual([
        `mounts line 1: a source apart from the engine's socket / "${source}:/x"`,
      ])
    },
  )

  test('without a home folder or a socket of the engine on this machine there are none to keep out', () => {
    const text = '/home/runner/.ssh:/x\n/custom:/y'
    expect(parse(text, null, null)).toEqual({
      mounts: [
        { source: '/home/runner/.ssh', target: '/x' },
        { source: '/custom', target: '/y' },
      ],
      problems: [],
    })
  })

  test.each(['/opt', '/opt/link', '/opt/tools'])('no %s as source, which holds the home folder', (source) => {
    const line = `${source}:/x`
    expect(parse(line, '/opt/link').problems).toEqual([
      `mounts line 1: a source that does not hold the home folder / "${line}"`,
    ])
    expect(parse(`${source}/sub:/x`, '/opt/link').problems).toEqual([])
  })

  test.each([
    ['/', 'the checkout'],
    ['/home/runner/work/repo/repo', 'the checkout'],
    ['/home/runner/work/repo/repo/node_modules', 'the checkout'],
    ['/home', 'the checkout'],
    ['/home/confine/.cache', '/home/confine'],
    ['/bin/sh', '/bin'],
    ['/usr', '/usr/bin'],
    ['/usr/lib/x', '/usr/lib'],
    ['/lib64', '/lib64'],
    ['/tmp', '/tmp'],
    ['/tmp/cache', '/tmp'],
    ['/etc/passwd', '/etc'],
    ['/proc/self', '/proc'],
    ['/sys', '/sys'],
    ['/dev/shm', '/dev'],
    ['/run/x', '/run'],
    ['/var', '/var/run'],
  ])('no %s as target', (target, closed) => {
    const line = `/opt/tools:${target}`
    expect(parse(line).problems).toEqual([`mounts line 1: a target apart from ${closed} / "${line}"`])
  })

  test('no target in another', () => {
    const apart = 'mounts: targets apart from each other and'
    expect(parse('/opt/tools:/a\n/opt/file:/a').problems).toEqual([`${apart} /a / "/a"`])
    expect(parse('/opt/tools:/a/b\n/opt/file:/a').problems).toEqual([`${apart} /a/b / "/a"`])
  })

  test('64 of them, not more', () => {
    const lines = Array.from({ length: 65 }, (_, index) => `/opt/tools:/t${String(index)}`)
    expect(parse(lines.slice(1).join('\n')).problems).toEqual([])
    expect(parse(lines.join('\n')).problems).toEqual(['mounts: at most 64 lines / 65'])
  })

  test('keep off the HOME that the sandbox makes', () => {
    expect(HOME).toBe(HOME_INSIDE)
  })
})
