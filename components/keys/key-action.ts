import type { Action } from '@/components/forms'
import type { LeakReport } from '@/lib/keys/keys'

/** What an admin does with one key. */
export type KeyAction<Data = unknown> = Action<{ team: string; keyId: string }, Data>

/** All that an admin may do with a key of the table, and the team it is done in. */
export interface KeyActionProps {
  readonly team: string
  readonly checkKey: KeyAction
  readonly disableKey: KeyAction
  readonly enableKey: KeyAction
  readonly deleteKey: KeyAction
  readonly reportLeak: KeyAction<LeakReport>
}
