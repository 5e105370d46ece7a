import { Stack } from '@mantine/core'
import { z } from 'zod'
import { Card, LinkTo } from '@/components/ui'
import { LostTogether, ResolvedCalls, UnknownCalls } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import { listLostTogether, listUnknowns } from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { resolveTogetherAction, resolveUnknownAction } from './actions'

/** Number of rows shown of a list, and added each time on request: each takes a while to draw. */
const AT_ONCE = 20
const MAX = 1000
const OPEN = 'Sent, and their answers lost. What they may have cost stays reserved until it is known.'

const shown = z.coerce.number().int().min(AT_ONCE).max(MAX).catch(AT_ONCE)

/** Number of unknown calls that the URL asks for, and of windows of them whose sum is known. */
export const shownUnknown = z.object({ calls: shown, sums: shown })

interface UnknownCallsCardProps {
  readonly ctx: TeamCtx
  readonly wallets: readonly WalletView[]
  readonly shown: z.output<typeof shownUnknown>
}

/**
 * Lists calls whose answers were lost, and what those of a window were charged together. Resolved calls are summed up
 * in one line. Renders nothing if there are none.
 */
export async function UnknownCallsCard({ ctx, wallets, shown }: UnknownCallsCardProps) {
  const found = await listUnknowns(ctx, shown.calls + 1)
  if (found.length === 0) return null
  const sums = await listLostTogether(ctx, wallets)
  const { slug: team, timeZone } = ctx.team
  const calls = found.slice(0, shown.calls)
  const open = calls.filter(({ resolution }) => resolution === null)
  const resolved = calls.flatMap((call) => (call.resolution ? { ...call, resolution: call.resolution } : []))
  const hrefTo = (more: Partial<typeof shown>) => {
    const { calls, sums } = { ...shown, ...more }
    return `/${team}/wallets?calls=${calls}&sums=${sums}`
  }
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card title="Unknown calls" description={open.length > 0 ? OPEN : 'None is open.'}>
      <Stack gap="lg">
        {sums.length > 0 && (
          <LostTogether
            team={team}
            timeZone={timeZone}
            sums={sums.slice(0, shown.sums)}
            resolve={isAdmin ? resolveTogetherAction : null}
          />
        )}
        {sums.length > shown.sums && shown.sums < MAX && (
          <LinkTo href={hrefTo({ sums: shown.sums + AT_ONCE })} size="sm" scroll={false}>
            Show {AT_ONCE} more of {sums.length - shown.sums}
          </LinkTo>
        )}
        <UnknownCalls
          team={team}
          timeZone={timeZone}
          calls={open}
          resolve={isAdmin ? resolveUnknownAction : null}
        />
        <ResolvedCalls team={team} timeZone={timeZone} calls={resolved} />
        {found.length > shown.calls && shown.calls < MAX && (
          <LinkTo href={hrefTo({ calls: shown.calls + AT_ONCE })} size="sm" scroll={false}>
            Show {AT_ONCE} more
          </LinkTo>
        )}
      </Stack>
    </Card>
  )
}
