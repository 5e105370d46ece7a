/**
 * `npm run check:audit`, in the image `node check-audit.mjs`: recomputes the hash chains of the audit log. Exits with
 * 1 if an entry was changed, removed or inserted, or a chain was cut short; with 2 if it could not check.
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

/** Stands in the output for the team of the installation's chain, which has none. */
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

/** Parses lines as this command prints them: team, position and hash. Throws `invalid` for any other line. */
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
