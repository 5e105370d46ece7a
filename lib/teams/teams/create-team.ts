import type { z } from 'zod'
import type { Actor, Clock, TeamScope } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { requireEnabledAccount, requireTeamCreator } from '@/lib/teams/accounts'
import type { createTeamInput } from './schemas'
import { insertEnvironment, insertTeam, selectSlugsLike, upsertMember } from './store'

/** Not red, which is reserved for danger. */
const FIRST_ENVIRONMENTS = [
  { name: 'production', color: 'blue' },
  { name: 'staging', color: 'orange' },
  { name: 'development', color: 'teal' },
]

/**
 * Creates a team with the three usual environments, whose first admin is the person who asks. Throws `forbidden` if
 * only installation admins may create teams.
 */
export function createTeam(
  db: Db,
  clock: Clock,
  who: { id: string; name: string; sid: string },
  input: z.output<typeof createTeamInput>,
): Promise<TeamScope> {
  return transaction(db, async (tx) => {
    await requireEnabledAccount(tx, who.id)
    await requireTeamCreator(tx, who.id)
    const team = await insertTeamWithEnvironments(tx, clock, input, FIRST_ENVIRONMENTS)
    const member = await upsertMember(tx, team.id, who.id, 'admin', clock.now())
    const actor = {
      userId: who.id,
      memberId: member.id,
      name: who.name,
      role: 'admin',
      sid: who.sid,
    } as const
    await noteTeam(tx, { team, actor, db, clock })
    return team
  })
}

/**
 * Creates a team without members, on behalf of Purser itself. `hasEnvironments` says whether it begins with the three
 * usual ones.
 */
export function createEmptyTeam(
  { db, clock, actor }: { readonly db: Db; readonly clock: Clock; readonly actor: Actor },
  { hasEnvironments, ...input }: z.output<typeof createTeamInput> & { readonly hasEnvironments: boolean },
): Promise<TeamScope> {
  return transaction(db, async (tx) => {
    const team = await insertTeamWithEnvironments(tx, clock, input, hasEnvironments ? FIRST_ENVIRONMENTS : [])
    await noteTeam(tx, { team, actor, db, clock })
    return team
  })
}

/** Writes a team with its environments. */
export async function insertTeamWithEnvironments(
  tx: Tx,
  clock: Clock,
  input: z.output<typeof createTeamInput> & { readonly example?: 'filling' },
  environments: typeof FIRST_ENVIRONMENTS,
): Promise<TeamScope> {
  const createdAt = clock.now()
  const slug = freeSlug(input.name, await selectSlugsLike(tx, slugOf(input.name)))
  const team = await insertTeam(tx, { slug, ...input, createdAt })
  for (const [position, environment] of environments.entries()) {
    await insertEnvironment(tx, { teamId: team.id, ...environment, position, createdAt })
  }
  return team
}

const noteTeam = (tx: Tx, ctx: TeamCtx): Promise<void> =>
  appendAuditEntry(tx, ctx, { action: 'team.create', subjectId: ctx.team.id, subjectName: ctx.team.name })

// Paths of the app that no team may take as its slug.
const RESERVED = ['api', 'setup', 'sign-in', 'sign-up', 'invite', 'account', 'teams', 'new']

function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return slug === '' || RESERVED.includes(slug) ? 'team' : slug
}

function freeSlug(name: string, taken: readonly string[]): string {
  const slug = slugOf(name)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug}-${number}`
    if (!taken.includes(candidate)) return candidate
  }
}
