import { Button, Group } from '@mantine/core'
import { AuditTable } from '@/components/settings'
import { ButtonLink, Card, EmptyState } from '@/components/ui'
import { type AuditQuery, ENTRIES_PER_PAGE, listAuditEntries } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'

interface EntriesCardProps {
  readonly ctx: TeamCtx
  readonly query: AuditQuery
}

/** What a query finds, a page of it, with the way to older entries and to the file of all. */
export async function EntriesCard({ ctx, query }: EntriesCardProps) {
  const entries = await listAuditEntries(ctx, query)
  const { slug, timeZone } = ctx.team
  const last = entries.length === ENTRIES_PER_PAGE ? entries.at(-1)?.id : undefined
  const addressOf = (path: string, more: Partial<AuditQuery & { team: string }>) => {
    const all = Object.entries({ ...query, ...more }).filter(([, value]) => value !== '')
    return `${path}?${new URLSearchParams(all)}`
  }
  const here = `/${slug}/settings/audit`
  return (
    <Card
      title="Entries"
      actions={
        <Button
          component="a"
          href={addressOf('/api/audit', { before: '', team: slug })}
          download
          variant="default"
          size="xs"
        >
          Export as CSV
        </Button>
      }
    >
      {entries.length === 0 ? (
        <EmptyState title="No entries here" text="Nothing in the audit log fits this filter." />
      ) : (
        <AuditTable caption={`Entries, newest first, times in ${timeZone}`} {...{ entries, timeZone }} />
      )}
      <Group mt="sm">
        {query.before && (
          <ButtonLink href={addressOf(here, { before: '' })} variant="default" size="xs">
            Newest entries
          </ButtonLink>
        )}
        {last && (
          <ButtonLink href={addressOf(here, { before: last })} variant="default" size="xs">
            Older entries
          </ButtonLink>
        )}
      </Group>
    </Card>
  )
}
