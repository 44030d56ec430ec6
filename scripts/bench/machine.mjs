// @ts-check
import { arch, cpus, release, totalmem } from 'node:os'
import { mustAsk } from '../lib/engine-api.mjs'
import { must } from '../lib/run.mjs'

/**
 * The machine in general words, a line each.
 *
 * @param {import('../lib/engine-api.mjs').Address} engine
 * @param {string} node
 */
export async function describeMachine(engine, node) {
  const info = JSON.parse(await mustAsk(engine, 'GET', '/info'))
  const version = JSON.parse(await mustAsk(engine, 'GET', '/version'))
  const client = (await must('docker', ['version', '--format', '{{.Client.Version}}'], { output: 'back' })).trim()
  const runs = (await must(node, ['--version'], { output: 'back' })).trim()
  const kernel = /^\d+\.\d+/.exec(release())?.[0] ?? 'unknown'
  return [
    `Machine: ${cpus().length} cores (${arch()}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory`,
    `Kernel: Linux ${kernel}, cgroup v${info.CgroupVersion ?? '1'}`,
    `Engine: ${version.Version}, ${info.DefaultRuntime}, storage ${info.Driver}; docker client ${client}`,
    `Node: ${runs}, as the action declares`,
  ]
}
