import { Stack } from '@mantine/core'
import { z } from 'zod'
import { Card, LinkTo } from '@/components/ui'
import { LostTogether, ResolvedCalls, UnknownCalls } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import { listLostTogether, listUnknowns } from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { resolveTogetherAction, resolveUnknownAction } from './actions'

/** So many are shown, and so many more when somebody asks: each takes a while to draw. */
const CALLS_AT_ONCE = 20
const MOST_CALLS = 1000
const OPEN = 'Sent, and their answers lost. What they may have cost stays reserved until it is known.'

/** How many calls the address asks for. */
export const shownCalls = z.coerce.number().int().min(CALLS_AT_ONCE).max(MOST_CALLS).catch(CALLS_AT_ONCE)

interface UnknownCallsCardProps {
  readonly ctx: TeamCtx
  readonly wallets: readonly WalletView[]
  /** How many of them. */
  readonly shown: number
}

/**
 * Calls whose answers were lost, and what those of a window were charged together. Those that were resolved are one line.
 * Nothing without any.
 */
export async function UnknownCallsCard({ ctx, wallets, shown }: UnknownCallsCardProps) {
  const found = await listUnknowns(ctx, shown + 1)
  if (found.length === 0) return null
  const sums = await listLostTogether(ctx, wallets)
  const { slug: team, timeZone } = ctx.team
  const calls = found.slice(0, shown)
  const open = calls.filter(({ resolution }) => resolution === null)
  const resolved = calls.flatMap((call) => (call.resolution ? { ...call, resolution: call.resolution } : []))
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card title="Unknown calls" description={open.length > 0 ? OPEN : 'None is open.'}>
      <Stack gap="lg">
        {sums.length > 0 && (
          <LostTogether {...{ team, timeZone, sums }} resolve={isAdmin ? resolveTogetherAction : null} />
        )}
        <UnknownCalls {...{ team, timeZone }} calls={open} resolve={isAdmin ? resolveUnknownAction : null} />
        <ResolvedCalls {...{ team, timeZone }} calls={resolved} />
        {found.length > shown && shown < MOST_CALLS && (
          <LinkTo href={`/${team}/wallets?calls=${shown + CALLS_AT_ONCE}`} size="sm" scroll={false}>
            Show {CALLS_AT_ONCE} more
          </LinkTo>
        )}
      </Stack>
    </Card>
  )
}
