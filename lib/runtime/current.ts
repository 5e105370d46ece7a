import { AppError, processWide } from '@/lib/kernel'
import type { Runtime } from './runtime'

const holder = (): { runtime: Runtime | null } => processWide('runtime', () => ({ runtime: null }))

/** Makes a runtime the process's own, for `currentRuntime` to find from every bundle. */
export function setCurrentRuntime(runtime: Runtime): void {
  holder().runtime = runtime
}

/** The process's runtime. Throws `unavailable` before start-up has finished. */
export function currentRuntime(): Runtime {
  const { runtime } = holder()
  if (!runtime) throw new AppError('unavailable', 'Purser is starting. Try again in a moment.')
  return runtime
}
