import { z } from 'zod'

/** Task of the child process: to write shared runs of a team as files, one after another. */
export const exportsJob = z.object({
  database: z.string(),
  folder: z.string(),
  format: z.enum(['csv', 'xlsx', 'jsonl', 'parquet']),
  runIds: z.array(z.string()),
  team: z.object({ id: z.string(), slug: z.string(), name: z.string(), timeZone: z.string() }),
})
export type ExportsJob = z.output<typeof exportsJob>

/** Report on each file: how long it took, and the peak memory of the process meanwhile. */
export const exportsReport = z.array(
  z.object({
    file: z.string(),
    seconds: z.number(),
    megabytes: z.number(),
    peakMegabytes: z.number(),
    /** The longest time for which the event loop was blocked. */
    longestBlockMs: z.number(),
  }),
)
export type ExportsReport = z.output<typeof exportsReport>
