import { spawnSync } from 'node:child_process'
import { expect, test } from '@jest/globals'

test('npm run demo holds what it promises, and shows it', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/demo.mjs'], { encoding: 'utf8' })
  expect({ status, failed: stdout.match(/^ *✗.*$/gm), stderr }).toEqual({ status: 0, failed: null, stderr: '' })
  expect(stdout).toContain('✓ attempts to get out that were refused: 9')
  expect(stdout).toContain('✅ Confine · verified')
  expect(stdout).toContain('❌ Confine · not verified: step `Tests` failed with exit code 1')
})
