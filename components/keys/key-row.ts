import type { Action } from '@/components/forms'
import type { Nano } from '@/lib/kernel'
import type { KeyView, LeakReport } from '@/lib/keys/keys'
import type { WalletView } from '@/lib/money/wallets'

/** The facts about a key that its actions need. */
export type KeyActionTarget = Pick<KeyRow, 'id' | 'name' | 'prefix' | 'status' | 'gatewayKeys'>

/** A key as it is listed. */
export type KeyRow = KeyView & {
  /** Present balance of its wallet, and that of the last reading. */
  readonly balance: (NonNullable<WalletView['balance']> & { readonly readNano: Nano }) | null
  /** Spend of the last 30 days. */
  readonly spentNano?: Nano
  /** The upstream's unit of balances. */
  readonly unit: string
  /** Service that it was added for, if that is not the team's present one. */
  readonly elsewhere: string | null
  /** Activity of the key when this page was rendered, in words. */
  readonly activity?: string
  /** Gateway keys that are bound to it. */
  readonly gatewayKeys?: readonly { readonly prefix: string; readonly serviceName: string }[]
}

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
