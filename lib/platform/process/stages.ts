import { channel } from 'node:diagnostics_channel'

/** What a page that a person asks for passes, each stage within its process: docs/overhead.md has them in words. */
export type StageName =
  | 'access'
  | 'perform'
  | 'verb'
  | 'reads'
  | 'open'
  | 'send'
  | 'unpack'
  | 'settle'
  | 'seal'
  | 'transaction'

/** One stage that has ended, in milliseconds of this process's own clock. */
export interface Stage {
  readonly name: StageName
  readonly since: number
  readonly until: number
}

const stages = channel('purser.stage')

/** Does a stage's work, and tells how long it took where somebody listens: a bench does, a server does not. */
export async function staged<T>(name: StageName, work: () => Promise<T>): Promise<T> {
  if (!stages.hasSubscribers) return work()
  const since = performance.now()
  try {
    return await work()
  } finally {
    stages.publish({ name, since, until: performance.now() } satisfies Stage)
  }
}
