import { z } from 'zod'

/** What the other process is to do, and in which database: a file of SQLite, or an address of PostgreSQL. */
export const order = z.object({
  work: z.enum(['budget', 'zone']),
  engine: z.enum(['sqlite', 'postgres']),
  where: z.string(),
})

export type Work = z.output<typeof order>['work']
