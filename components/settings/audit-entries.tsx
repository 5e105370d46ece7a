import { Button } from '@mantine/core'
import { Card, EmptyState, LinkTo, ListPages } from '@/components/ui'
import type { AuditEntryView, AuditQuery } from '@/lib/platform/audit'
import type { IdNames } from './audit-details'
import { AuditTable } from './audit-table'

interface AuditEntriesProps {
  readonly entries: readonly AuditEntryView[]
  /** Number of entries that a page shows: a full page may be followed by another. */
  readonly perPage: number
  readonly query: AuditQuery
  readonly timeZone: string
  /** Names that ids in the details stand for, and crons in words. */
  readonly names?: IdNames
  /** Path of the page itself. */
  readonly here: string
  /** Target of the export of everything that the filter finds; missing if it cannot be exported. */
  readonly exported?: { readonly path: string; readonly team: string }
}

/** Shows a page of an audit log, with links to older entries and to the file of all. */
export function AuditEntries({
  entries,
  perPage,
  query,
  timeZone,
  names = {},
  here,
  exported,
}: AuditEntriesProps) {
  const last = entries.length === perPage ? entries.at(-1)?.id : undefined
  const isFiltered = Object.values(query).some((value) => value !== '')
  const addressOf = (path: string, more: Partial<AuditQuery & { team: string }>) => {
    const all = Object.entries({ ...query, ...more }).filter(([, value]) => value !== '')
    return `${path}?${new URLSearchParams(all)}`
  }
  const actions = exported && (
    <Button
      component="a"
      href={addressOf(exported.path, { before: '', team: exported.team })}
      download
      variant="default"
      size="xs"
    >
      Export as CSV
    </Button>
  )
  return (
    // Below the title, because cards have no head that could name the zone.
    <Card title="Entries" description={`Newest first, times in ${timeZone}`} actions={actions}>
      {entries.length === 0 ? (
        <EmptyState
          title="No entries here"
          text={isFiltered ? 'Nothing in the audit log fits this filter.' : 'Nothing was recorded yet.'}
          action={isFiltered && <LinkTo href={here}>Clear filters</LinkTo>}
        />
      ) : (
        <AuditTable
          caption={`Entries, newest first, times in ${timeZone}`}
          entries={entries}
          timeZone={timeZone}
          names={names}
        />
      )}
      <ListPages
        of="entries"
        newest={query.before ? addressOf(here, { before: '' }) : null}
        older={last ? addressOf(here, { before: last }) : null}
      />
    </Card>
  )
}
