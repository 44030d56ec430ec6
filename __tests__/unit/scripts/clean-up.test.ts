import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from '@jest/globals'
import { addressOf } from '../../../scripts/lib/engine-api.mjs'

const lib = (name: string): string => JSON.stringify(new URL(`../../../scripts/lib/${name}.mjs`, import.meta.url).href)

function script(body: string): string[] {
  const imports = `import { atEnd, runWithCleanUp } from ${lib('clean-up')}; import { run } from ${lib('run')};`
  return ['--input-type=module', '-e', `${imports} await runWithCleanUp(async () => { ${body} })`]
}

describe('clean-up', () => {
  test('undoes in reverse order, and goes on after a failure, which ends the run red', () => {
    const body = `
      atEnd('first', () => console.log('first'))
      atEnd('second', () => { throw new Error('stuck') })
      atEnd('third', () => console.log('third'))`
    const child = spawnSync(process.execPath, script(body), { encoding: 'utf8' })
    expect(child.stdout.split('\n').map((line) => line.replace(/^\[.*?\] /, ''))).toEqual([
      'third',
      'could not undo: second: Error: stuck',
      'first',
      '',
    ])
    expect(child.status).toBe(1)
  })

  test('undoes when the work throws', () => {
    const child = spawnSync(
      process.execPath,
      script(`atEnd('it', () => console.log('undone')); throw new Error('no')`),
      {
        encoding: 'utf8',
      },
    )
    expect(child.stdout).toContain('Error: no')
    expect(child.stdout).toContain('undone')
    expect(child.status).toBe(1)
  })

  test('ends the running command and undoes on a signal', async () => {
    const body = `atEnd('it', () => console.log('undone')); await run('sh', ['-c', 'echo $$; exec sleep 600'])`
    const child = spawn(process.execPath, script(body), { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    await once(child.stdout, 'data')
    const pid = Number(output.trim())
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([130, null])
    expect(output).toContain('undone')
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

test.each([
  [undefined, { socketPath: '/var/run/docker.sock' }],
  ['', { socketPath: '/var/run/docker.sock' }],
  ['unix:///run/user/1000/docker.sock', { socketPath: '/run/user/1000/docker.sock' }],
  ['tcp://127.0.0.1:2376', { host: '127.0.0.1', port: 2376 }],
])('DOCKER_HOST %s leads to %j', (value, address) => {
  expect(addressOf(value)).toEqual(address)
})

test('a DOCKER_HOST of another kind is refused', () => {
  expect(() => addressOf('ssh://host')).toThrow('expected unix:// or tcp://, got ssh://host')
})
