import { z } from 'zod'

/** What the other process is to do, and in which database: a file of SQLite, or an address of PostgreSQL. */
export const order = z.object({
  work: z.enum(['budget', 'zone']),
  engine: z.enum(['sqlite', 'postgres']),
  where: z.string(),
})

export type Work = z.output<typeof order>['work']

/** How long it took in all, and how long its transaction was open, in milliseconds. */
export const told = z.object({ tookMs: z.number(), heldMs: z.number() })
export type Told = z.output<typeof told>
