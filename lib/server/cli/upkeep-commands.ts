import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { AppError, invalid } from '@/lib/kernel'
import { readEnv } from '@/lib/server/runtime'
import { backup, restore, rewrap } from '@/lib/server/upkeep'
import { runToTheEnd } from './command-line'
import { loadEnv } from './load-env'

const HELP = `Commands for the operator. They read the same settings as Purser, and .env.

npm run backup -- <file>     writes all data into one new file, while Purser runs
npm run restore -- <file>    makes the database from a backup, where there is none
npm run keys:rewrap          seals everything that is stored with another master key; Purser must be stopped

In the image: node upkeep.mjs backup <file>, and so on. See docs/run/backup.md and docs/run/keys.md.`

/** Runs one of the commands above. `root` is the folder of prisma/ and package.json. */
export function runUpkeep(root: string, [command = '', ...rest]: readonly string[]): void {
  // A file name is relative to the folder in which the command was typed, but npm runs it in the project's root.
  const from = process.env.npm_lifecycle_event === command ? process.env.INIT_CWD : undefined
  const fileIn = (): string => {
    if (rest.length !== 1 || !rest[0]) throw invalid(`Name one file: npm run ${command} -- <file>.`)
    return resolve(from ?? process.cwd(), rest[0])
  }
  runToTheEnd(async () => {
    if ([command, ...rest].some((word) => ['--help', '-h', ''].includes(word))) return console.log(HELP)
    const file = command === 'keys:rewrap' ? '' : fileIn()
    process.chdir(root)
    loadEnv()
    process.umask(0o077)
    const env = readEnv(process.env)
    const prismaFolder = join(root, 'prisma')
    if (command === 'backup') {
      const { tables } = await backup({ env, file, version: versionIn(root), onProgress })
      console.log(`Wrote ${rowsOf(tables)} rows of ${tables.length} tables to ${file}. ${KEEP_KEY}`)
    } else if (command === 'restore') {
      const { tables, takenAt } = await restore({ env, file, prismaFolder, onProgress })
      console.log(`Restored ${rowsOf(tables)} rows, as they were at ${takenAt}. ${GIVE_KEY}`)
    } else if (command === 'keys:rewrap') {
      if (rest.length > 0) throw invalid('keys:rewrap takes no arguments. Try --help.')
      await rewrap({ env, prismaFolder, say: (line) => console.log(line) })
    } else throw invalid(`There is no command "${command}". Try --help.`)
  })
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
