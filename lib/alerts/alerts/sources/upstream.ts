import { listKeys } from '@/lib/keys/keys'
import { type EntryView, listEntries } from '@/lib/money/ledger'
import type { Source } from '../condition'

const IN_A_ROW = 5
const RECENT_MS = 30 * 60_000

/** Keys that the upstream refuses. */
export const refusedKeys: Source = async ({ ctx }) => {
  const keys = await listKeys(ctx)
  return keys
    .filter(({ status }) => status === 'refused')
    .map(({ id, name, prefix, walletName }) => ({
      kind: 'key_refused' as const,
      subjectId: id,
      subjectName: name,
      isOn: true,
      title: `The key ${prefix}… is refused`,
      detail: `The upstream no longer accepts the key “${name}” (${prefix}…) of the wallet “${walletName}”. Replace it, or check it once the operator has fixed it.`,
      data: { prefix },
      path: `keys/${id}`,
    }))
}

/** The upstream fails one call after another. It has recovered with the first page that arrives. */
export const failingUpstream: Source = async ({ ctx }) => {
  const { entries } = await listEntries(ctx)
  const telling = entries
    .filter((entry) => entry.outcome === 'SETTLED' || hasFailed(entry))
    .slice(0, IN_A_ROW)
  const [last] = telling
  if (!last || telling.length < IN_A_ROW || !telling.every(hasFailed)) return []
  return [
    {
      kind: 'upstream_failing',
      subjectId: 'upstream',
      subjectName: 'Upstream',
      isOn: ctx.clock.now().getTime() - last.at.getTime() < RECENT_MS,
      title: 'The upstream fails',
      detail: `The last ${IN_A_ROW} calls failed, the latest with: ${last.reason ?? 'no reason given'}`,
      data: { failed: String(IN_A_ROW) },
      path: 'usage',
    },
  ]
}

/** Its answer was lost, or said that it failed. A call that Purser's own stop cut off has no time that it took. */
const hasFailed = ({ outcome, httpStatus, latencyMs }: EntryView): boolean =>
  (outcome === 'UNKNOWN' && latencyMs !== null) ||
  (outcome === 'FREE' && httpStatus !== null && httpStatus >= 500)
