import { Button } from '@mantine/core'
import { AppLink, Card, DataTable, Dimmed, EmptyState, ListPages } from '@/components/ui'
import { describeAuditAction, formatDay, formatMoment, formatTimeWithSeconds } from '@/lib/kernel'
import type { AuditEntryView, AuditQuery } from '@/lib/platform/audit'
import { alertKindName, describeDetail, type IdNames } from './audit-details'

interface AuditEntriesProps {
  /** The entries of the page, and one more if another page follows. */
  readonly entries: readonly AuditEntryView[]
  /** Number of entries that a page shows. */
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
  entries: found,
  perPage,
  query,
  timeZone,
  names = {},
  here,
  exported,
}: AuditEntriesProps) {
  const entries = found.slice(0, perPage)
  const last = found.length > perPage ? entries.at(-1)?.id : undefined
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
    <Card title="Entries" isTitleHidden description={`Newest first, times in ${timeZone}`} actions={actions}>
      {entries.length === 0 ? (
        <EmptyState
          title="No entries here"
          text={isFiltered ? 'Nothing in the audit log matches this filter.' : 'Nothing was recorded yet.'}
          action={
            isFiltered && (
              <AppLink size="md" href={here}>
                Clear filters
              </AppLink>
            )
          }
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
        first={query.before ? addressOf(here, { before: '' }) : null}
        next={last ? addressOf(here, { before: last }) : null}
      />
    </Card>
  )
}

/** Breaks a network address, which is longer than its column. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const

/** Actions that nobody can do to another account. */
const OF_ONESELF: ReadonlySet<string> = new Set([
  'account.create',
  'account.sign-in',
  'account.sign-in-failed',
  'account.sign-in-limited',
  'account.sign-out',
  'account.password-change',
  'account.password-refused',
  'account.reset-ask',
])

/** Returns whether an entry is about its own actor, who is then named once. Another one may be about a namesake. */
const isOfOneself = ({ action, actorName, subjectName }: AuditEntryView): boolean =>
  OF_ONESELF.has(action) && subjectName === actorName

/** Lists who did what, newest first. */
export function AuditTable(props: {
  readonly caption: string
  readonly entries: readonly AuditEntryView[]
  readonly timeZone: string
  /** Names that ids in the details stand for, and crons in words. */
  readonly names?: IdNames
}) {
  const { caption, entries, timeZone, names } = props
  return (
    <DataTable<AuditEntryView>
      caption={caption}
      minWidth={640}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          label: 'What',
          share: 65,
          render: (entry) => (
            <div style={ANYWHERE}>
              {describeAuditAction(entry.action)}
              {!isOfOneself(entry) && entry.subjectName && `: ${alertKindName(entry.subjectName)}`}
              {entry.detail !== '{}' && (
                <Dimmed>{describeDetail(entry.detail, timeZone, names, entry.subjectName)}</Dimmed>
              )}
            </div>
          ),
        },
        {
          label: 'Who',
          share: 15,
          onCard: 'line',
          render: ({ actorName }) => <span data-before="by">{actorName}</span>,
        },
        {
          label: 'Time',
          share: 20,
          onCard: 'line',
          render: ({ at }) => moment(at, timeZone),
        },
      ]}
    />
  )
}

/** Shows when it was, to the second in its title, because several entries may share a minute. */
function moment(at: Date, timeZone: string) {
  const exact = `${formatDay(at, timeZone)}, ${formatTimeWithSeconds(at, timeZone)} (${timeZone})`
  return (
    <time dateTime={at.toISOString()} title={exact} style={{ whiteSpace: 'nowrap' }}>
      {formatMoment(at, timeZone)}
    </time>
  )
}
