import { requireMember, type SearchParams } from '@/app/_server'
import { AuditFilters } from '@/components/settings'
import { SettingTabs } from '@/components/shell'
import { CardBoundary, ForbiddenState, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { auditQuery, listAuditActors, problemOfDays } from '@/lib/platform/audit'
import { AuditPicks } from './audit-picks'
import { EntriesCard } from './entries-card'

export const metadata = { title: 'Audit log' }

interface AuditPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  const ctx = await requireMember(params)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const header = (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what in this team, and what was refused. Secrets are never in it."
      />
      <SettingTabs team={ctx.team.slug} isAdmin={isAdmin} />
    </>
  )
  if (!isAdmin)
    return (
      <>
        {header}
        <ForbiddenState needs="admin" toDo="read the audit log" />
      </>
    )
  const query = auditQuery.parse(await searchParams)
  const problem = problemOfDays(query)
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
