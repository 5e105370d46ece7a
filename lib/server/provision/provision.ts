import { AppError } from '@/lib/kernel'
import { whileLocked } from '@/lib/platform/db'
import { settleBudgets } from './budgets'
import { settleKeys } from './keys'
import type { ProvisionParts, ProvisionServices } from './parts'
import { settlePeople } from './people'
import { FileFault, type FilePlace } from './place'
import { settlePlaces, settlePrices } from './places'
import { readProvisionFile } from './read-file'
import { createReferences } from './references'
import { createReport, type ProvisionReport } from './report'
import type { ProvisionedTeam } from './schemas'
import { settleSearches } from './searches'
import { settleServices } from './services'
import { settleMembers, settleProvider, settleTeam } from './team'
import { settleTokens } from './tokens'

/**
 * Brings the installation to the state in the file of PURSER_PROVISION; nothing is deleted. A second time it changes
 * nothing. Of several instances that start at once one does it, and the others wait. Throws a message that names the
 * position in the file.
 */
export async function provision(services: ProvisionServices): Promise<ProvisionReport['lines']> {
  const { path } = services.places
  try {
    const file = await readProvisionFile(path)
    const people = new Set(file.people.map(({ email }) => email))
    return await whileLocked(services.location, 'purser: provisioning', async () => {
      const report = createReport()
      const parts = { ...services, report }
      await settlePeople(parts, file.people)
      for (const [index, team] of file.teams.entries())
        await settleAllOf(parts, ['teams', index], team, people)
      return report.lines
    })
  } catch (cause) {
    if (!(cause instanceof FileFault)) throw cause
    throw new AppError(
      'unavailable',
      `The file ${path} (PURSER_PROVISION) cannot be applied. ${cause.message}`,
    )
  }
}

async function settleAllOf(
  parts: ProvisionParts,
  place: FilePlace,
  team: ProvisionedTeam,
  people: ReadonlySet<string>,
): Promise<void> {
  const ctx = await settleTeam(parts, place, team)
  if (!ctx) return
  const work = { ctx, place, references: createReferences(ctx) }
  await settleMembers(parts, work, team.members, people)
  await settleProvider(parts, work, team.provider)
  await settlePlaces(parts, work, team)
  await settleKeys(parts, work, team.keys)
  await settlePrices(parts, work, team.prices)
  await settleSearches(parts, work, team.searches)
  await settleServices(parts, work, team.services)
  await settleTokens(parts, work, team.tokens)
  await settleBudgets(parts, work, team.budgets)
}
