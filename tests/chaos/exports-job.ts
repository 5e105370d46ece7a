import { z } from 'zod'

/** What the child process is told to do: write shared runs of a team as files, one after another. */
export const exportsJob = z.object({
  database: z.string(),
  folder: z.string(),
  format: z.enum(['csv', 'xlsx', 'jsonl', 'parquet']),
  runIds: z.array(z.string()),
  team: z.object({ id: z.string(), slug: z.string(), name: z.string(), timeZone: z.string() }),
})
export type ExportsJob = z.output<typeof exportsJob>

/** What became of each: how long it took, and the most memory that the process had meanwhile. */
export const exportsReport = z.array(
  z.object({
    file: z.string(),
    seconds: z.number(),
    megabytes: z.number(),
    peakMegabytes: z.number(),
    /** The longest that the process did nothing else. */
    longestBlockMs: z.number(),
  }),
)
export type ExportsReport = z.output<typeof exportsReport>
