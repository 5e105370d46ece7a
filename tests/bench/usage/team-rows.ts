import { foldText, nameKeyOf, newId, OPERATION_NAMES, OPERATIONS, type Operation } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import type { Shape } from './shape'

export interface MadeKey {
  readonly id: string
  readonly prefix: string
  readonly walletId: string
  readonly environmentId: string
  readonly environmentName: string
}

export interface MadeSearch {
  readonly id: string
  readonly name: string
  readonly operation: Operation
  readonly subject: string
  readonly streamId: string
  readonly environmentId: string
  readonly ownerId: string
}

/** The team that is filled: its rows by index. */
export interface MadeTeam {
  readonly id: string
  readonly slug: string
  readonly timeZone: string
  readonly admin: { readonly userId: string; readonly memberId: string; readonly name: string }
  readonly members: readonly { readonly id: string; readonly userId: string; readonly name: string }[]
  readonly keys: readonly MadeKey[]
  readonly searches: readonly MadeSearch[]
}

/** Price of an item at first, and after half of the time, in nano-credits. */
export const PRICES: Readonly<Record<Operation, readonly [bigint, bigint]>> = {
  timeline: [150_000_000n, 160_000_000n],
  search: [200_000_000n, 190_000_000n],
  followers: [50_000_000n, 50_000_000n],
}

const ROLES = ['admin', 'member', 'member', 'member', 'member', 'viewer'] as const

/** Gives an installation's first team its people, searches and prices. Everybody has the founder's password. */
export async function makeTeamRows(db: Db, shape: Shape, from: Date, middle: Date): Promise<MadeTeam> {
  const team = await db.team.findFirstOrThrow()
  const founder = await db.member.findFirstOrThrow({ where: { teamId: team.id }, include: { user: true } })
  const teamId = team.id
  const people = Array.from({ length: shape.members - 1 }, (_, place) => ({
    id: newId(),
    userId: newId(),
    name: `Person ${place + 2}`,
    email: `person${place + 2}@example.org`,
    role: ROLES[place % ROLES.length] ?? 'member',
  }))
  const { passwordHash } = founder.user
  await db.user.createMany({
    data: people.map(({ userId: id, name, email }) => ({ id, name, email, passwordHash, createdAt: from })),
  })
  await db.member.createMany({
    data: people.map(({ id, userId, role }) => ({ id, userId, role, teamId, createdAt: from })),
  })
  const admin = { userId: founder.userId, memberId: founder.id, name: founder.user.name }
  const members = [{ id: founder.id, userId: founder.userId, name: founder.user.name }, ...people]
  const environments = await db.environment.findMany({ where: { teamId }, orderBy: { position: 'asc' } })
  const searches = Array.from({ length: shape.searches }, (_, place): MadeSearch => {
    const operation = OPERATION_NAMES[place % OPERATION_NAMES.length] ?? 'timeline'
    const ofUser = OPERATIONS[operation].subject === 'user'
    return {
      ...{ id: newId(), streamId: newId(), operation, name: `Search ${place + 1}` },
      subject: ofUser ? `user${place}` : `words ${place}`,
      environmentId: environments[place % environments.length]?.id ?? '',
      ownerId: members[place % members.length]?.id ?? '',
    }
  })
  await makeSearchRows(db, teamId, searches, from)
  await makeSchedules(db, teamId, searches.slice(0, shape.schedules), from)
  const prices = OPERATION_NAMES.flatMap((operation) => [
    { operation, priceNano: PRICES[operation][0], effectiveAt: from },
    { operation, priceNano: PRICES[operation][1], effectiveAt: middle },
  ])
  await db.price.createMany({
    data: prices.map((price) => ({
      id: newId(),
      teamId,
      setById: admin.memberId,
      createdAt: from,
      perCallNano: 0n,
      source: 'admin',
      ...price,
    })),
  })
  const rows = await db.key.findMany({ where: { teamId }, orderBy: { id: 'asc' } })
  const keys = rows.map(({ id, prefix, walletId, environmentId }) => ({
    ...{ id, prefix, walletId, environmentId },
    environmentName: environments.find((environment) => environment.id === environmentId)?.name ?? '',
  }))
  return { id: teamId, slug: team.slug, timeZone: team.timeZone, admin, members, keys, searches }
}

async function makeSearchRows(
  db: Db,
  teamId: string,
  searches: readonly MadeSearch[],
  at: Date,
): Promise<void> {
  const facts = searches.map((search) => ({
    ...search,
    teamId,
    product: search.operation === 'search' ? 'Latest' : null,
  }))
  await db.savedSearch.createMany({
    data: facts.map((search, place) => ({
      ...search,
      ...{ shared: true, tags: `["tag ${place % 10}"]`, createdAt: at, updatedAt: at },
      folded: foldText(`${search.name}\n${search.subject}`),
      nameKey: nameKeyOf(search.name),
    })),
  })
}

const DAY_MS = 86_400_000

/** Creates schedules that are not due while something is measured. */
async function makeSchedules(
  db: Db,
  teamId: string,
  searches: readonly MadeSearch[],
  at: Date,
): Promise<void> {
  const nextAt = new Date(Date.now() + 7 * DAY_MS)
  await db.schedule.createMany({
    data: searches.map(({ id, ownerId }) => ({
      ...{ searchId: id, teamId, memberId: ownerId, cron: '7 3 * * 1' },
      ...{ capItems: 1000, capItemsDay: 100_000, untilKnown: true, nextAt, createdAt: at, updatedAt: at },
    })),
  })
}
