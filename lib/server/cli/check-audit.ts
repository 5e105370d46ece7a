/**
 * `npm run check:audit`, in the image `node check-audit.mjs`: computes the chains of the audit log again. Ends with 1
 * where an entry was changed, removed or put in, or an end was cut off; with 2 where it could not look.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { AppError, invalid } from '@/lib/kernel'
import { type ChainEnd, checkChains } from '@/lib/platform/audit'
import { dbLocation, openDb } from '@/lib/platform/db'
import { readEnv } from '@/lib/server/runtime'
import { readCommandLine } from './command-line'
import { loadEnv } from './load-env'

const HELP = `Checks that no entry of the audit log was changed, removed or put in, and prints the end of each chain.

  --kept FILE   what this command printed before: shows that a chain was not rewritten since as a whole
  --help

Keep what it prints on another machine. Purser may run meanwhile.`

/** The installation's chain has no team: a word stands for it. */
const INSTALLATION = 'installation'

async function run(args: readonly string[]): Promise<number> {
  const options = readCommandLine(args, { kept: { type: 'string' }, help: { type: 'boolean' } })
  if (options.help) {
    console.log(HELP)
    return 0
  }
  const kept = options.kept === undefined ? [] : readEnds(await readFile(options.kept, 'utf8'))
  loadEnv()
  const location = dbLocation(readEnv(process.env))
  if (location.engine === 'sqlite' && !existsSync(location.file))
    throw new AppError(
      'unavailable',
      `There is no database ${location.file}. Name its folder with PURSER_DATA.`,
    )
  const db = openDb(location)
  try {
    const { ends, faults, sealed, unsealed } = await checkChains(db, kept)
    for (const { teamId, place, hash } of ends) console.log(`${teamId || INSTALLATION} ${place} ${hash}`)
    for (const fault of faults) console.error(fault)
    const verdict = faults.length > 0 ? 'The audit log was tampered with.' : 'The audit log is whole.'
    console.error(`${verdict} Sealed entries: ${sealed}, not sealed yet: ${unsealed}.`)
    return faults.length > 0 ? 1 : 0
  } finally {
    await db.$disconnect()
  }
}

/** Lines as this command prints them: team, place and hash. Throws `invalid` for a line that is none. */
function readEnds(text: string): ChainEnd[] {
  return text
    .split('\n')
    .filter((each) => each.trim() !== '')
    .map((each) => {
      const [, team = '', place = '', hash = ''] = /^(\S+) (\d+) ([0-9a-f]{64})$/.exec(each.trim()) ?? []
      if (hash === '') throw invalid(`This is no end of a chain: ${each.slice(0, 100)}`)
      return { teamId: team === INSTALLATION ? '' : team, place: Number(place), hash }
    })
}

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  },
)
