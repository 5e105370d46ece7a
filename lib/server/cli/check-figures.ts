/**
 * `npm run check:figures`, in the image `node check-figures.mjs`: recounts the ledger's sums from its entries. Exits
 * with 1 if a figure differs, and with 2 if it could not check.
 */
import { existsSync } from 'node:fs'
import { AppError, systemClock } from '@/lib/kernel'
import { checkFigures } from '@/lib/money/ledger'
import { dbLocation, openDb } from '@/lib/platform/db'
import { readEnv } from '@/lib/server/runtime'
import { listAllTeams } from '@/lib/teams/teams'
import { readCommandLine } from './command-line'
import { loadEnv } from './load-env'

const HELP = `Recounts, for each team, the rollups from the ledger's entries and the wallets' totals and
the sums of days from the rollups.

  --help

Each difference is printed as a sentence. Purser may run meanwhile.`

async function run(args: readonly string[]): Promise<number> {
  const options = readCommandLine(args, { help: { type: 'boolean' } })
  if (options.help) {
    console.log(HELP)
    return 0
  }
  loadEnv()
  const location = dbLocation(readEnv(process.env))
  if (location.engine === 'sqlite' && !existsSync(location.file))
    throw new AppError(
      'unavailable',
      `There is no database ${location.file}. Name its folder with PURSER_DATA.`,
    )
  const db = openDb(location)
  try {
    let differences = 0
    for (const { id } of await listAllTeams(db)) {
      const onDifference = (sentence: string) => console.log(`Team ${id}: ${sentence}`)
      const checked = await checkFigures({ db, clock: systemClock, teamId: id, onDifference })
      differences += checked.differences
      console.error(
        `Team ${id}: ${checked.quarterHours} quarter hours and ${checked.days} days in ${checked.steps} steps.`,
      )
    }
    console.error(
      differences > 0
        ? `Differences: ${differences}.`
        : 'All rollups, days and totals are what the entries add up to.',
    )
    return differences > 0 ? 1 : 0
  } finally {
    await db.$disconnect()
  }
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
