import { notFound, OPERATION_NAMES, parseTyped } from '@/lib/kernel'
import { findSetPrice, setPrice } from '@/lib/money/prices'
import { createWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { createEnvironment, listEnvironments } from '@/lib/teams/teams'
import type { ProvisionParts } from './parts'
import { atPlace } from './place'
import { provisionThing, type ThingState } from './provision-thing'
import { listNamed, type NamedKind, sameOrOnlyOne } from './references'
import type { ProvisionedTeam } from './schemas'
import type { TeamWork } from './team-work'

/** Finds a named thing of the team, or creates it. */
export async function provisionNamed(
  parts: ProvisionParts,
  { ctx, references }: TeamWork,
  { kind, name }: { readonly kind: NamedKind; readonly name: string },
  make: () => Promise<{ readonly id: string }>,
): Promise<ThingState> {
  const things = await listNamed(ctx, kind)
  const state = await provisionThing(
    parts,
    { teamId: ctx.team.id, kind, name },
    {
      find: async (known) => sameOrOnlyOne(things, name, { known, what: `The ${kind} “${name}”` }),
      isThere: async (id) => things.some((thing) => thing.id === id),
      make,
    },
  )
  references.note(kind, name, state)
  return state
}

/** Creates the environments and wallets that never existed. */
export async function provisionEnvironmentsAndWallets(
  parts: ProvisionParts,
  work: TeamWork,
  { environments, wallets }: ProvisionedTeam,
): Promise<void> {
  const { ctx, place } = work
  for (const [index, given] of environments.entries())
    await atPlace([...place, 'environments', index], given, () =>
      provisionNamed(parts, work, { kind: 'environment', name: given.name }, async () => {
        await createEnvironment(ctx, given)
        return requireEnvironment(ctx, given.name)
      }),
    )
  for (const [index, given] of wallets.entries())
    await atPlace([...place, 'wallets', index], given, () =>
      provisionNamed(parts, work, { kind: 'wallet', name: given.name }, () => createWallet(ctx, given)),
    )
}

async function requireEnvironment(ctx: TeamCtx, name: string) {
  const made = (await listEnvironments(ctx)).find((environment) => environment.name === name)
  if (!made) throw notFound('The environment')
  return made
}

/** Puts into force the prices that are not. */
export async function provisionPrices(
  parts: ProvisionParts,
  { ctx, place }: TeamWork,
  prices: ProvisionedTeam['prices'],
): Promise<void> {
  for (const operation of OPERATION_NAMES) {
    const price = prices[operation]
    if (price === undefined) continue
    await atPlace([...place, 'prices', operation], null, async () => {
      const given = parseTyped(price)
      if (given !== null && given === (await findSetPrice(ctx, operation))) return
      await setPrice(ctx, { operation, price, firstDay: '' })
      parts.report.changed('price', operation)
    })
  }
}
