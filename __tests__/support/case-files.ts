import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type ActionRun, reportOf } from './action.ts'
import { type Checkout, type CheckoutOptions, makeCheckout, writeFiles } from './checkouts.ts'
import { stepNamed } from './hostile-run.ts'

/** A checkout with these executable files; `change` may do more to it. */
export function checkoutWith(scripts: Readonly<Record<string, string>>, options: CheckoutOptions = {}): Checkout {
  const change = (path: string): void => {
    writeFiles(path, scripts)
    for (const name of Object.keys(scripts)) chmodSync(join(path, name), 0o755)
    options.change?.(path)
  }
  return makeCheckout({ LICENSE: 'as you like\n' }, { ...options, change })
}

/** How the step of this name ended, its exit code where it failed, and what is told of it. */
export function endOf(run: ActionRun, name: string) {
  const { outcome, hints } = stepNamed(run, name)
  return { kind: outcome.kind, exit: outcome.kind === 'failed' ? outcome.exitCode : null, hint: hints.join('\n') }
}

/** One word for each step: `verified`, or `failed(3)`. */
export function endsOf(run: ActionRun): readonly string[] {
  return reportOf(run).steps.map(({ outcome }) =>
    outcome.kind === 'failed' ? `failed(${String(outcome.exitCode)})` : outcome.kind,
  )
}
