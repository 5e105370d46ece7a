import { systemClock } from '@/lib/kernel'
import { findMembership } from '@/lib/teams/teams'
import { type SpendingStory, tellSpendingStory } from '../factories/spending-story'
import type { Team } from './team'
import type { UpstreamWorld } from './world'

/** Stores a month of spending for a team, in its first two environments, as its founder. */
export async function storeSpending({ db }: UpstreamWorld, team: Team): Promise<SpendingStory> {
  const user = await db.user.findFirstOrThrow({ where: { email: team.admin.email } })
  const membership = await findMembership(db, team.slug, user.id)
  if (!membership) throw new Error('The founder is no member')
  const environments = await db.environment.findMany({
    where: { teamId: team.id },
    orderBy: { position: 'asc' },
  })
  const [first, second] = environments.map(({ id }) => id)
  const { memberId, name, role } = membership
  const actor = { userId: user.id, memberId, name, role, sid: '' }
  const ctx = { team: membership.team, db, clock: systemClock, actor }
  return tellSpendingStory(ctx, [first ?? '', second ?? ''])
}
