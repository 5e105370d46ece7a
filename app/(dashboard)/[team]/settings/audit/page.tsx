import { requireMember, type SearchParams } from '@/app/_server'
import { PickField } from '@/components/lists'
import { AuditEntries, AuditFilters } from '@/components/settings'
import { CardBoundary, ForbiddenState, PageHeader } from '@/components/ui'
import { listSearchNames } from '@/lib/collect/searches'
import { AUDIT_KINDS, hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listServices } from '@/lib/keys/services'
import {
  type AuditQuery,
  auditQuerySchema,
  findAuditDaysProblem,
  listAuditActors,
  listAuditEntries,
} from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments, listMembers } from '@/lib/teams/teams'
import { listTokens } from '@/lib/teams/tokens'
import { listTeamWallets } from '../../team-reads'
import { describeCrons } from './cron-words'

export const metadata = { title: 'Audit log · settings' }

interface AuditPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  const ctx = await requireMember(params)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const header = (
    <PageHeader
      title="Audit log"
      description="Who did what in this team, and what was refused. Secrets are never in it."
    />
  )
  if (!isAdmin)
    return (
      <>
        {header}
        <ForbiddenState needs="admin" toDo="read the audit log" />
      </>
    )
  const query = auditQuerySchema.parse(await searchParams)
  const problem = findAuditDaysProblem(query)
  return (
    <>
      {header}
      <AuditFilters query={query} problem={problem}>
        <AuditPicks query={query} actors={await listAuditActors(ctx)} />
      </AuditFilters>
      {problem === null && (
        <CardBoundary>
          <EntriesCard ctx={ctx} query={query} />
        </CardBoundary>
      )}
    </>
  )
}

interface AuditPicksProps {
  readonly query: AuditQuery
  readonly actors: readonly { readonly id: string; readonly name: string }[]
}

const KINDS = Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label }))

/** Narrows the audit log by person and kind. Each pick goes into the URL immediately, as on Usage and Runs. */
const AuditPicks = ({ query, actors }: AuditPicksProps) => (
  <>
    <PickField
      parameter="actor"
      label="Who"
      clearLabel="Show everyone’s entries"
      value={query.actor || null}
      data={actors.map(({ id, name }) => ({ value: id, label: name }))}
      w={{ base: 'calc(50% - 6px)', sm: 190 }}
    />
    <PickField
      parameter="kind"
      label="Kind"
      clearLabel="Show the entries of all kinds"
      value={query.kind || null}
      data={KINDS}
      w={{ base: 'calc(50% - 6px)', sm: 170 }}
    />
  </>
)

interface EntriesCardProps {
  readonly ctx: TeamCtx
  readonly query: AuditQuery
}

const ON_A_PAGE = 20

/** Lists the entries of the team's audit log that a query matches. */
async function EntriesCard({ ctx, query }: EntriesCardProps) {
  const { slug, timeZone } = ctx.team
  const [entries, ids] = await Promise.all([listAuditEntries(ctx, query, ON_A_PAGE + 1), idNames(ctx)])
  const names = { ...ids, ...describeCrons(entries.map(({ detail }) => detail)) }
  return (
    <AuditEntries
      perPage={ON_A_PAGE}
      here={`/${slug}/settings/audit`}
      exported={{ path: '/api/audit', team: slug }}
      entries={entries}
      names={names}
      query={query}
      timeZone={timeZone}
    />
  )
}

/** Returns the names of the ids in the details of a team's audit log, for those that still exist. */
async function idNames(ctx: TeamCtx): Promise<Readonly<Record<string, string>>> {
  const [searches, ...lists] = await Promise.all([
    listSearchNames(ctx),
    listTeamWallets(ctx),
    listKeys(ctx),
    listEnvironments(ctx),
    listMembers(ctx),
    listServices(ctx),
    listTokens(ctx),
  ])
  return Object.fromEntries([...searches, ...[ctx.team, ...lists.flat()].map(({ id, name }) => [id, name])])
}
