import type { Action } from '@/components/forms'
import type { LeakReport } from '@/lib/keys/keys'

/** An admin's action on one key. */
export type KeyAction<Data = unknown> = Action<{ team: string; keyId: string }, Data>

/** The actions of an admin on the keys of the table, and their team. */
export interface KeyActionProps {
  readonly team: string
  readonly checkKey: KeyAction
  readonly disableKey: KeyAction
  readonly enableKey: KeyAction
  readonly deleteKey: KeyAction
  readonly reportLeak: KeyAction<LeakReport>
}
