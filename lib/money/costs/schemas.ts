import { z } from 'zod'
import { type Micro, type Nano, PACK_NAMES, type Pack } from '@/lib/kernel'
import type { HeldCost } from './held'

export const packSchema = z.enum(PACK_NAMES)

const amount = z.string().trim().min(1, 'Enter an amount.').max(30, 'This is too long to be an amount.')

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
export const setMoneyInput = z.object({
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => CURRENCIES.has(code), 'Enter the code of a currency, such as EUR or USD.'),
  showsMoney: z.boolean().default(true),
})
export const addTopUpCostInput = z.object({
  walletId: z.uuid('Choose a wallet.'),
  /** The day of the top-up, in the team's time zone. */
  day: z.iso.date('Choose a day.'),
  credits: amount,
  cost: amount,
})
export const topUpCostInput = z.object({ id: z.uuid() })
/** A pack's price. Both amounts empty means that it has none. */
export const setPackPriceInput = z.object({
  pack: packSchema,
  credits: z.string().trim().max(30),
  cost: z.string().trim().max(30),
})

export interface TopUpCostView {
  readonly id: string
  readonly walletId: string
  readonly at: Date
  readonly creditsNano: Nano
  readonly costMicro: Micro
}

export interface PackPriceView {
  readonly pack: Pack
  readonly creditsNano: Nano
  readonly costMicro: Micro
}

/** The cost of a team's credits. */
export interface CostView {
  /** Null until an admin has entered it. */
  readonly currency: string | null
  /** Whether the team's pages show money beside credits. */
  readonly showsMoney: boolean
  readonly topUps: readonly TopUpCostView[]
  readonly packs: readonly PackPriceView[]
  /** By wallet id. A wallet without a top-up is missing. */
  readonly held: ReadonlyMap<string, HeldCost>
}
