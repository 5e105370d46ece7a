import { readFile } from 'node:fs/promises'
import { invalid, systemClock } from '@/lib/kernel'
import { checkFigures } from '@/lib/money/ledger'
import { type ChainEnd, checkChains } from '@/lib/platform/audit'
import { listAllTeams } from '@/lib/teams/teams'
import { readCommandLine, type ServerCall } from './command-line'
import { withDatabase } from './with-database'

/** Stands in the output for the team of the installation's chain, which has none. */
const INSTALLATION = 'installation'

/** `purser check-audit`: recomputes the hash chains of the audit log. */
export async function runCheckAudit({ args, fileAt }: ServerCall): Promise<number> {
  const { kept: file } = readCommandLine(args, { kept: { type: 'string' } })
  const kept = file === undefined ? [] : readEnds(await readFile(fileAt(file), 'utf8'))
  const { ends, faults, sealed, unsealed } = await withDatabase(({ db }) => checkChains(db, kept))
  for (const { teamId, place, hash } of ends) console.log(`${teamId || INSTALLATION} ${place} ${hash}`)
  for (const fault of faults) console.error(fault)
  const verdict = faults.length > 0 ? 'The audit log was tampered with.' : 'The audit log is whole.'
  console.error(`${verdict} Sealed entries: ${sealed}, not sealed yet: ${unsealed}.`)
  return faults.length > 0 ? 1 : 0
}

/** Parses lines as `check-audit` prints them: team, position and hash. Throws `invalid` for any other line. */
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

/** `purser check-figures`: recounts the ledger's sums from its entries. */
export async function runCheckFigures({ args }: ServerCall): Promise<number> {
  readCommandLine(args, {})
  return withDatabase(async ({ db }) => {
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
  })
}
