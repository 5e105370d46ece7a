import { AppError } from '@/lib/kernel'
import { processSingleton } from '@/lib/platform/process'
import type { WebRuntime } from './web-runtime'

const holder = (): { runtime: WebRuntime | null } => processSingleton('runtime', () => ({ runtime: null }))

/** Makes a runtime the process's own, for `currentRuntime` to find from every bundle. */
export function setCurrentRuntime(runtime: WebRuntime): void {
  holder().runtime = runtime
}

/** Returns the process's runtime. Throws `unavailable` before start-up has finished. */
export function currentRuntime(): WebRuntime {
  const { runtime } = holder()
  if (!runtime) throw new AppError('unavailable', 'Purser is starting. Try again in a moment.')
  return runtime
}
