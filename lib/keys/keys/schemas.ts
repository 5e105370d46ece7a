import { z } from 'zod'
import type { Rate } from '@/lib/kernel'
import { manyIds, optionalNameInput, singleLineText } from '@/lib/platform/input'
import type { RateSource } from './key-rate'

export const manyKeysInput = z.object({
  ids: manyIds,
  change: z.enum(['disable', 'enable']),
  /** For Undo: when the change that is taken back was made. What somebody has changed since stays as it is. */
  given: z.iso.datetime().optional(),
})
export const keyInput = z.object({ keyId: z.uuid() })
/** The key itself, or its reference: env:NAME or file:path. */
const keyText = singleLineText(
  z.string().trim().min(1, 'Paste a key.').max(512, 'This is too long to be a key.'),
)
export const replaceKeyInput = keyInput.extend({ key: keyText })
export const addKeyInput = z.object({
  key: keyText,
  name: optionalNameInput(60).default(''),
  walletId: z.uuid('Choose a wallet.'),
  environmentId: z.uuid('Choose an environment.'),
  /** Service that the form was shown for; the key goes to no other. */
  service: z.string().max(300).optional(),
})

/** Input of a key's limit, as an admin types it. */
export const setKeyRateInput = keyInput.extend({
  requests: z.coerce
    .number('Enter a number of requests.')
    .int('Enter a whole number of requests.')
    .min(1, 'Enter at least 1 request.')
    .max(100_000, 'Enter at most 100,000 requests.'),
  windowSeconds: z.coerce
    .number()
    .int()
    .min(1, 'Enter at least 1 second.')
    .max(86_400, 'Enter one day at most.')
    .default(1),
})

export const rateSourceSchema = z.enum(['account', 'provider', 'admin', 'unknown'])

export const keyStatusSchema = z.enum(['active', 'disabled', 'refused'])
/** The state of a key. active: in use · disabled: by an admin · refused: the upstream no longer accepts it. */
export type KeyStatus = z.output<typeof keyStatusSchema>

/** A key for display, without its secret part. */
export interface KeyView {
  readonly id: string
  readonly name: string
  readonly prefix: string
  /** Reference of its text outside the database; null if it is stored sealed. */
  readonly reference: string | null
  readonly status: KeyStatus
  readonly walletId: string
  readonly walletName: string
  readonly environmentId: string
  readonly environmentName: string
  readonly environmentColor: string
  /** Pack or plan, by the provider's names; null if it is not known. */
  readonly pack: string | null
  readonly rate: Rate
  readonly rateSource: RateSource
  /** The rate in requests a second: a fraction for longer windows. */
  readonly requestsPerSecond: number
  /** True if the service has not said anything about the key yet, or never does. */
  readonly isUnchecked: boolean
  /** Service that it was added for; null if not recorded. */
  readonly service: string | null
  readonly createdAt: Date
  /** Null while the key is unchecked. */
  readonly checkedAt: Date | null
  readonly lastUsedAt: Date | null
}
