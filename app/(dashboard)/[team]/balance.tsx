import { teamContract } from '@/app/_server'
import { LinkTo } from '@/components/ui'
import { formatCredits, formatCreditsOnCard, formatMoment, plural } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { teamWallets } from './team-wallets'

/** What the team's wallets should hold now, in the top bar; unknown until a wallet was read. */
export async function Balance({ ctx }: { readonly ctx: TeamCtx }) {
  const [wallets, { contract }] = await Promise.all([teamWallets(ctx), teamContract(ctx)])
  const unit = contract.balanceUnit
  const known = wallets.flatMap(({ expectedNano, balance }) =>
    expectedNano === null || balance === null ? [] : [{ expectedNano, at: balance.at }],
  )
  const sum = known.reduce((total, { expectedNano }) => total + expectedNano, 0n)
  const oldest = known.reduce<Date | null>(
    (first, { at }) => (first === null || at < first ? at : first),
    null,
  )
  const unknown = wallets.length - known.length
  const title = oldest
    ? `${formatCredits(sum)} ${unit} expected, from readings as of ${formatMoment(oldest, ctx.team.timeZone)} (${ctx.team.timeZone}) less what was settled since${unknown > 0 ? `; without ${plural(unknown, 'wallet')} of unknown balance` : ''}`
    : 'Not known: add a key, or re-check one to read its balance again'
  return (
    <LinkTo href={`/${ctx.team.slug}/wallets`} size="sm" title={title}>
      {oldest ? `${formatCreditsOnCard(sum)} ${unit}` : 'Balance unknown'}
    </LinkTo>
  )
}
