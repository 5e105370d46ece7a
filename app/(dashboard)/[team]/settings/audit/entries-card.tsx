import { AuditEntries } from '@/components/settings'
import { type AuditQuery, ENTRIES_PER_PAGE, listAuditEntries } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'

interface EntriesCardProps {
  readonly ctx: TeamCtx
  readonly query: AuditQuery
}

/** What a query finds in the team's audit log. */
export async function EntriesCard({ ctx, query }: EntriesCardProps) {
  const { slug, timeZone } = ctx.team
  return (
    <AuditEntries
      entries={await listAuditEntries(ctx, query)}
      perPage={ENTRIES_PER_PAGE}
      here={`/${slug}/settings/audit`}
      exported={{ path: '/api/audit', team: slug }}
      {...{ query, timeZone }}
    />
  )
}
