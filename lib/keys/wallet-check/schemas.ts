import { z } from 'zod'
import type { CheckStep, Verdict } from './verdict'

export const walletCheckInput = z.object({ walletId: z.uuid() })

export const readForCheckInput = z.object({
  walletId: z.uuid(),
  /** Key that was disabled at the provider since the last reading; empty for none. */
  disabledKeyId: z.union([z.uuid(), z.literal('')]).default(''),
})

/** A guided check that is under way on a wallet. */
export interface CheckView {
  readonly startedByName: string
  readonly startedAt: Date
  readonly steps: readonly CheckStep[]
  readonly verdict: Verdict
}

const nano = z.string().transform(BigInt)

const storedSteps = z.array(
  z.object({
    at: z.coerce.date(),
    balanceNano: nano,
    settledNano: nano,
    inFlight: z.number(),
    // Checks that began before these were stored have neither.
    lostNano: nano.nullable().default(0n),
    isSettled: z.boolean().default(true),
    disabledKeyId: z.string().nullable(),
  }),
)

export const parseSteps = (text: string): CheckStep[] => storedSteps.parse(JSON.parse(text))

export const writeSteps = (steps: readonly CheckStep[]): string =>
  JSON.stringify(steps, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
