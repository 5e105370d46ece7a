import type { Nano } from '@/lib/kernel'
import type { KeyView } from '@/lib/keys/keys'
import type { WalletView } from '@/lib/money/wallets'

/** What the actions on a key need to know of it. */
export type ActedKey = Pick<KeyRow, 'id' | 'name' | 'prefix' | 'status' | 'gatewayKeys'>

/** A key as it is listed. */
export type KeyRow = KeyView & {
  /** What its wallet holds now, and what the last reading said. */
  readonly balance: (NonNullable<WalletView['balance']> & { readonly readNano: Nano }) | null
  /** The upstream's unit of balances. */
  readonly unit: string
  /** The service that it was added for, where that is not the team's present one. */
  readonly elsewhere: string | null
  /** What the key was doing when this page was made, in words. */
  readonly activity?: string
  /** The gateway keys that are bound to it. */
  readonly gatewayKeys?: readonly { readonly prefix: string; readonly serviceName: string }[]
}
