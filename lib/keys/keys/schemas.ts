import { z } from 'zod'
import { line, nameOrNothing } from '@/lib/platform/input'

export const keyInput = z.object({ keyId: z.uuid() })
/** The key itself, or where it lies: env:NAME or file:path. */
const keyText = line(z.string().trim().min(1, 'Paste a key.').max(300, 'This is too long to be a key.'))
export const replaceKeyInput = keyInput.extend({ key: keyText })
export const addKeyInput = z.object({
  key: keyText,
  name: nameOrNothing(60).default(''),
  walletId: z.uuid('Choose a wallet.'),
  environmentId: z.uuid('Choose an environment.'),
})

export const keyStatus = z.enum(['active', 'disabled', 'refused'])
/** active: in use · disabled: by an admin · refused: the upstream no longer accepts it. */
export type KeyStatus = z.output<typeof keyStatus>

/** A key for display, without its secret part. */
export interface KeyView {
  readonly id: string
  readonly name: string
  readonly prefix: string
  /** Where its text lies outside of the database; null where it is stored sealed. */
  readonly reference: string | null
  readonly status: KeyStatus
  readonly walletId: string
  readonly walletName: string
  readonly environmentId: string
  readonly environmentName: string
  readonly environmentColor: string
  readonly pack: string | null
  readonly requestsPerSecond: number
  readonly createdAt: Date
  readonly checkedAt: Date
  readonly lastUsedAt: Date | null
}
