import { listOpenAlerts } from '@/lib/alerts/alerts'
import { listSearchNames } from '@/lib/collect/searches'
import {
  cachedTeamUnit,
  compareNano,
  formatDay,
  formatPlural,
  formatWithUnit,
  localiseStoredText,
  type Nano,
  type TeamScope,
} from '@/lib/kernel'
import { type BucketSums, sumRollups } from '@/lib/money/ledger'
import { listWallets } from '@/lib/money/wallets'
import { dayOfDate, quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { Mail } from '@/lib/platform/mail'
import { type MailParts, writeSectionedMail } from './mail-text'

/** Names for what no search of the member's bought. */
export const NO_SEARCH = 'Services and provider tests'
export const UNSEEN_SEARCHES = 'Deleted searches, and private ones of others'

interface DigestLine {
  readonly name: string
  readonly nano: Nano
  readonly newItems: number
}

/** Holds what happened in a team on one day, as one member may see it. */
export interface Digest {
  readonly startsAt: Date
  readonly totalNano: Nano
  /** Calls whose answer was lost, which may have been charged. */
  readonly unknowns: number
  readonly wallets: readonly DigestLine[]
  /** Searches that the member may see, the most expensive first; the others in one line. */
  readonly searches: readonly DigestLine[]
  /** Titles of the alerts that are open now. */
  readonly alerts: readonly string[]
}

/** Reads what a member's digest of a day says, from the sums of days. */
export async function readDigest(ctx: TeamCtx, date: string): Promise<Digest> {
  const day = dayOfDate(date, ctx.team.timeZone)
  if (!day) throw new Error(`No such day: ${date}`)
  const span = [{ from: quarterHourOf(day.startsAt), to: quarterHourOf(day.endsAt) }]
  const [byWallet, bySearch, wallets, alerts] = await Promise.all([
    sumRollups(ctx, span, 'walletId'),
    sumRollups(ctx, span, 'searchId'),
    listWallets(ctx),
    listOpenAlerts(ctx),
  ])
  const walletNames = new Map(wallets.map(({ id, name }) => [id, name]))
  const ids = bySearch.flatMap(({ member }) => (member === '' ? [] : member))
  const searchNames = ids.length === 0 ? new Map<string, string>() : await listSearchNames(ctx, ids)
  return {
    startsAt: day.startsAt,
    totalNano: byWallet.reduce((sum, { chargeNano }) => sum + chargeNano, 0n),
    unknowns: byWallet.reduce((sum, { unknowns }) => sum + unknowns, 0),
    wallets: toLines(byWallet, (id) => walletNames.get(id) ?? 'Deleted wallet'),
    searches: toLines(bySearch, (id) => (id === '' ? NO_SEARCH : (searchNames.get(id) ?? UNSEEN_SEARCHES))),
    alerts: alerts.map(({ title }) => localiseStoredText(title)),
  }
}

/** Combines sums of the same name, the most expensive first. Members without spend or new items are left out. */
function toLines(sums: readonly BucketSums[], nameOf: (member: string) => string): DigestLine[] {
  const lines = new Map<string, DigestLine>()
  for (const { member, chargeNano, newItems } of sums) {
    const name = nameOf(member)
    const { nano, newItems: before } = lines.get(name) ?? { nano: 0n, newItems: 0 }
    // Counts no new items of services and tests, whose purchases are compared with nothing.
    lines.set(name, { name, nano: nano + chargeNano, newItems: before + (member === '' ? 0 : newItems) })
  }
  return [...lines.values()]
    .filter(({ nano, newItems }) => nano > 0n || newItems > 0)
    .sort((a, b) => compareNano(b.nano, a.nano) || a.name.localeCompare(b.name, 'en'))
}

/** Writes the mail of a digest. */
export function writeDigestMail(digest: Digest, team: TeamScope, parts: MailParts): Mail {
  const unit = cachedTeamUnit(team.id)
  const amount = (nano: Nano) => formatWithUnit(nano, unit)
  const day = formatDay(digest.startsAt, team.timeZone)
  const total =
    digest.unknowns === 0
      ? `Spent: ${amount(digest.totalNano)}.`
      : `Spent: ${amount(digest.totalNano)}, and ${formatPlural(digest.unknowns, 'unknown call')} may have been charged.`
  return writeSectionedMail({
    ...parts,
    subject: `Purser: ${day}, ${amount(digest.totalNano)} (team ${team.name})`,
    title: `${team.name}, ${day}`,
    lead: [total],
    sections: [
      { title: 'By wallet', lines: digest.wallets.map(({ name, nano }) => `${name}: ${amount(nano)}`) },
      {
        title: 'By search',
        lines: digest.searches.map(
          ({ name, nano, newItems }) => `${name}: ${amount(nano)}, ${formatPlural(newItems, 'new item')}`,
        ),
      },
      { title: 'Open alerts', lines: digest.alerts },
    ],
    url: `${parts.purserUrl}/${team.slug}`,
    sent: 'this daily',
  })
}
