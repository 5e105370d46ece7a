import { z } from 'zod'

const kind = z.enum(['text', 'integer', 'boolean', 'moment', 'bytes'])

/** The first line of a backup. */
export const backupHeader = z.object({
  purserBackup: z.literal(1),
  /** Of the Purser that made it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Those first that others refer to. */
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.number().int().min(0),
      columns: z.array(z.object({ name: z.string(), kind })),
    }),
  ),
})
export type BackupHeader = z.output<typeof backupHeader>

/** The last line: what all lines before it come to. */
export const backupEnd = z.object({ rows: z.number().int().min(0), sha256: z.string() })

/** A table's rows follow the line with its name, each a line of its own. */
export const backupTable = z.object({ table: z.string() })
export const backupRow = z.array(z.string().nullable())

/**
 * Tables that a backup leaves out. They are about processes that run and people that are signed in: another Purser would
 * take the processes for living ones, and a session or a link that was ended since would be open again.
 */
export const LEFT_OUT: readonly string[] = [
  ...['Instance', 'Lease', 'KeySlot'],
  ...['Session', 'PasswordReset', 'TryCount', 'MailCount'],
]
