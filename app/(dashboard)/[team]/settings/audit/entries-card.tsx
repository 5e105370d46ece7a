import { AuditEntries } from '@/components/settings'
import { type AuditQuery, ENTRIES_PER_PAGE, listAuditEntries } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import { cronWords } from './cron-words'
import { idNames } from './id-names'

interface EntriesCardProps {
  readonly ctx: TeamCtx
  readonly query: AuditQuery
}

/** Lists the entries of the team's audit log that a query matches. */
export async function EntriesCard({ ctx, query }: EntriesCardProps) {
  const { slug, timeZone } = ctx.team
  const [entries, ids] = await Promise.all([listAuditEntries(ctx, query), idNames(ctx)])
  const names = { ...ids, ...cronWords(entries.map(({ detail }) => detail)) }
  return (
    <AuditEntries
      perPage={ENTRIES_PER_PAGE}
      here={`/${slug}/settings/audit`}
      exported={{ path: '/api/audit', team: slug }}
      entries={entries}
      names={names}
      query={query}
      timeZone={timeZone}
    />
  )
}
