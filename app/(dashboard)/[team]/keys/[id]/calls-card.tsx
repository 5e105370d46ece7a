import { Card, EmptyState, LinkTo } from '@/components/ui'
import { LedgerTable } from '@/components/usage'
import type { KeyView } from '@/lib/keys/keys'
import { listEntries } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { DetailsLeft } from '../../details-left'

interface CallsCardProps {
  readonly ctx: TeamCtx
  readonly shown: KeyView
  readonly title: string
}

const MAX = 10

/** Lists the key's latest ledger entries. */
export async function CallsCard({ ctx, shown, title }: CallsCardProps) {
  const { slug, timeZone } = ctx.team
  const [{ entries, next }, environments] = await Promise.all([
    listEntries(ctx, { keyId: shown.id }, undefined, MAX),
    listEnvironments(ctx),
  ])
  return (
    <Card
      title={title}
      description={`Times in ${timeZone}`}
      actions={
        <LinkTo href={`/${slug}/usage?by=key&key=${shown.id}#ledger`} size="sm">
          All calls of this key
        </LinkTo>
      }
    >
      {entries.length === 0 ? (
        <EmptyState title="No calls on the ledger" text="This key’s calls are listed here." />
      ) : (
        <LedgerTable team={slug} entries={entries} timeZone={timeZone} environments={environments} />
      )}
      {next === null && <DetailsLeft ctx={ctx} since={shown.createdAt} />}
    </Card>
  )
}
