import { Stack } from '@mantine/core'
import { Card } from '@/components/ui'
import { LostTogether, UnknownCalls } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import { listLostTogether, listUnknowns } from '@/lib/money/statements'
import type { TeamCtx } from '@/lib/platform/db'
import { resolveTogetherAction, resolveUnknownAction } from './actions'

/** Calls whose answers were lost, and what those of a window were charged together. Nothing without any. */
export async function UnknownCallsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const unknowns = await listUnknowns(ctx)
  if (unknowns.length === 0) return null
  const sums = await listLostTogether(ctx, unknowns)
  const { slug: team, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card
      title="Unknown calls"
      description="Sent, and their answers lost. What they may have cost stays reserved until it is known."
    >
      <Stack gap="lg">
        {sums.length > 0 && (
          <LostTogether {...{ team, timeZone, sums }} resolve={isAdmin ? resolveTogetherAction : null} />
        )}
        <UnknownCalls
          {...{ team, timeZone }}
          calls={unknowns}
          resolve={isAdmin ? resolveUnknownAction : null}
        />
      </Stack>
    </Card>
  )
}
