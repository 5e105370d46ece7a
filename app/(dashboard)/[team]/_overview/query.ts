import { z } from 'zod'
import type { SearchParams } from '@/app/_server'
import { WENT } from './went'

const schema = z.object({
  wallet: z.uuid().nullable().catch(null),
  by: z.enum(WENT).catch('search'),
})

/** Reads what the overview's URL chooses: the chart's wallet, and the dimension that spend is broken down by. */
export async function readChoices(searchParams: SearchParams) {
  const given = await searchParams
  const { wallet, by } = schema.parse({ wallet: [given.wallet].flat()[0] ?? null, by: [given.by].flat()[0] })
  return { walletId: wallet, went: by }
}
