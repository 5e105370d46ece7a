import { z } from 'zod'

const kind = z.enum(['text', 'integer', 'boolean', 'moment', 'bytes'])

/** First line of a backup. */
export const backupHeader = z.object({
  purserBackup: z.literal(1),
  /** Version of the Purser that made it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Tables that others refer to come first. */
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.number().int().min(0),
      columns: z.array(z.object({ name: z.string(), kind })),
    }),
  ),
})
export type BackupHeader = z.output<typeof backupHeader>

/** Last line: the number and the hash of the lines before it. */
export const backupEnd = z.object({ rows: z.number().int().min(0), sha256: z.string() })

/** A line with the name of a table. Its rows follow, one a line. */
export const backupTable = z.object({ table: z.string() })
export const backupRow = z.array(z.string().nullable())

/**
 * Tables that a backup leaves out. They are about running processes and signed-in people: another Purser would take
 * the processes for living ones, and sessions or links that have ended since would be open again.
 */
export const LEFT_OUT: readonly string[] = [
  ...['Instance', 'Lease', 'KeySlot'],
  ...['Session', 'PasswordReset', 'TryCount', 'MailCount'],
]
