import { z } from 'zod'
import type { Nano, Secret } from '@/lib/kernel'
import { nameInput } from '@/lib/platform/input'

const MAX_DAYS = 3660
const MAX_RATE = 10_000

const name = nameInput()

export const createServiceInput = z.object({ name })
export const serviceInput = z.object({ serviceId: z.uuid() })
export const renameServiceInput = serviceInput.extend({ name })
export const gatewayKeyInput = z.object({ gatewayKeyId: z.uuid() })

/** Input of a pasted key that may have leaked. */
export const recogniseKeyInput = z.object({
  key: z.string().trim().min(1, 'Paste the key.').max(200, 'This is too long to be a key.'),
})

/** A whole number of requests a second; empty for the upstream key's own rate. */
const rate = z.union(
  [
    z.literal('').transform(() => null),
    z.coerce
      .number('Use a whole number.')
      .int('Use a whole number.')
      .min(1, 'Use 1 or more, or leave it empty.')
      .max(MAX_RATE, `Use at most ${MAX_RATE}.`),
  ],
  'Use a whole number, or leave it empty.',
)
/** Whole number of days until it is refused; empty for never. */
const days = z.union(
  [
    z.literal('').transform(() => null),
    z.coerce
      .number('Use a whole number of days.')
      .int('Use a whole number of days.')
      .min(1, 'Use 1 or more, or leave it empty.')
      .max(MAX_DAYS, `Use at most ${MAX_DAYS}.`),
  ],
  'Use a whole number of days, or leave it empty.',
)

export const createGatewayKeyInput = serviceInput.extend({
  keyId: z.uuid('Choose a key.'),
  /** Environment for which its calls are counted; empty for the key's own. */
  environmentId: z.union([z.uuid('Choose an environment.'), z.literal('')]).default(''),
  requestsPerSecond: rate.default(null),
  expiresInDays: days.default(null),
  tellsBudget: z.boolean().default(false),
})

/** A program of the team that calls through the gateway. */
export interface ServiceView {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

/** A gateway key for display, without its secret part. */
export interface GatewayKeyView {
  readonly id: string
  readonly serviceId: string
  readonly prefix: string
  readonly keyId: string
  readonly environmentId: string
  /** Its own rate in requests a second; null: that of its upstream key. */
  readonly requestsPerSecond: number | null
  /** True if /v1/me reports what is left of the service's budgets instead of the wallet's balance. */
  readonly tellsBudget: boolean
  readonly createdByName: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

/** A new gateway key, whose text is shown only once. */
export interface NewGatewayKey {
  readonly id: string
  readonly token: Secret
  readonly prefix: string
}

/** The key of the team that a text was recognised as. */
export type RecognisedKey =
  | { readonly kind: 'upstream'; readonly keyId: string; readonly name: string; readonly prefix: string }
  | {
      readonly kind: 'gateway'
      readonly gatewayKeyId: string
      readonly prefix: string
      readonly serviceName: string
      readonly lastUsedAt: Date | null
      /** Usage of its service in the last days, with all of its gateway keys. */
      readonly used: {
        readonly calls: number
        readonly items: number
        readonly chargeNano: Nano
        readonly days: number
      }
    }
