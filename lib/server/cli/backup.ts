import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError, invalid } from '@/lib/kernel'
import { readEnv } from '@/lib/server/runtime'
import { restoreBackup, rewrapSecrets, writeBackup } from '@/lib/server/upkeep'
import type { ServerCall } from './command-line'
import { loadEnv } from './load-env'

/** `purser backup <file>` */
export async function runBackup(call: ServerCall): Promise<number> {
  const { env, root, file } = begin(call)
  const { tables } = await writeBackup({ env, file: file('backup'), version: versionIn(root), onProgress })
  console.log(`Wrote ${rowsOf(tables)} rows of ${tables.length} tables to ${file('backup')}. ${KEEP_KEY}`)
  return 0
}

/** `purser restore <file>` */
export async function runRestore(call: ServerCall): Promise<number> {
  const { env, prismaFolder, file } = begin(call)
  const { tables, takenAt } = await restoreBackup({ env, file: file('restore'), prismaFolder, onProgress })
  console.log(`Restored ${rowsOf(tables)} rows, as they were at ${takenAt}. ${GIVE_KEY}`)
  return 0
}

/** `purser rewrap` */
export async function runRewrap(call: ServerCall): Promise<number> {
  if (call.args.length > 0) throw invalid('rewrap takes no arguments. Try --help.')
  const { env, prismaFolder } = begin(call)
  await rewrapSecrets({ env, prismaFolder, say: (line) => console.log(line) })
  return 0
}

/** Only this user may read what a command writes. */
function begin({ args, root, fileAt }: ServerCall) {
  loadEnv()
  process.umask(0o077)
  const file = (command: string): string => {
    if (args.length !== 1 || !args[0]) throw invalid(`Name one file: purser ${command} <file>.`)
    return fileAt(args[0])
  }
  return { env: readEnv(process.env), root, prismaFolder: join(root, 'prisma'), file }
}

/** Reports progress on standard error, apart from the command's own output. */
const onProgress = (copied: number, all: number): void =>
  console.error(`${copied} of ${all} rows, ${Math.floor((copied / Math.max(1, all)) * 100)} %`)

const KEEP_KEY = 'It does not hold the master key: keep that elsewhere.'
const GIVE_KEY =
  'Before you start Purser, give it the master key of that time: as PURSER_MASTER_KEY, or as the file master.key in the data folder.'

const rowsOf = (tables: readonly { readonly rows: number }[]): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

function versionIn(root: string): string {
  const read = z
    .object({ version: z.string() })
    .safeParse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  if (!read.success) throw new AppError('unavailable', 'package.json names no version.')
  return read.data.version
}
