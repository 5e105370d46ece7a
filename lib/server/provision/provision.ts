import { AppError } from '@/lib/kernel'
import { whileLocked } from '@/lib/platform/db'
import { provisionBudgets } from './budgets'
import { provisionKeys } from './keys'
import type { ProvisionParts, ProvisionServices } from './parts'
import { provisionPeople } from './people'
import { FileFault, type FilePlace } from './place'
import { provisionEnvironmentsAndWallets, provisionPrices } from './places'
import { readProvisionFile } from './read-file'
import { createReferences } from './references'
import { createReport, type ProvisionReport } from './report'
import type { ProvisionedTeam } from './schemas'
import { provisionSearches } from './searches'
import { provisionServices } from './services'
import { provisionMembers, provisionProvider, provisionTeam } from './team'
import { provisionTokens } from './tokens'

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
      await provisionPeople(parts, file.people)
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
  const ctx = await provisionTeam(parts, place, team)
  if (!ctx) return
  const work = { ctx, place, references: createReferences(ctx) }
  await provisionMembers(parts, work, team.members, people)
  await provisionProvider(parts, work, team.provider)
  await provisionEnvironmentsAndWallets(parts, work, team)
  await provisionKeys(parts, work, team.keys)
  await provisionPrices(parts, work, team.prices)
  await provisionSearches(parts, work, team.searches)
  await provisionServices(parts, work, team.services)
  await provisionTokens(parts, work, team.tokens)
  await provisionBudgets(parts, work, team.budgets)
}
