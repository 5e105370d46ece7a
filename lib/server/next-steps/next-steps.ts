import { listChannels } from '@/lib/alerts/alerts'
import { hasRole, requireAdmin } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listServices } from '@/lib/keys/services'
import { listBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { areStepsHidden, hideNextSteps, listInvites, listMembers } from '@/lib/teams/teams'

/** What makes a new team complete, in the order in which it is suggested. */
export const NEXT_STEPS = ['key', 'invite', 'budget', 'channel', 'service'] as const
export type NextStep = (typeof NEXT_STEPS)[number]

export interface NextStepView {
  readonly step: NextStep
  readonly isDone: boolean
  /** The name of the alert channel that gets nothing until its address is confirmed; null where none waits. */
  readonly waitsFor: string | null
}

/**
 * What an admin may do next, each with whether it is done: read from what is there. Null for others, in an example, once
 * all is done, and after an admin has put the list away.
 */
export async function listNextSteps(ctx: TeamCtx): Promise<readonly NextStepView[] | null> {
  if (!hasRole(ctx.actor.role, 'admin') || ctx.team.isExample) return null
  if (await areStepsHidden(ctx)) return null
  const [keys, members, invites, budgets, channels, services] = await Promise.all([
    listKeys(ctx),
    listMembers(ctx),
    listInvites(ctx),
    listBudgets(ctx),
    listChannels(ctx),
    listServices(ctx),
  ])
  const inUse = channels.filter(({ enabled }) => enabled)
  const isDone: Readonly<Record<NextStep, boolean>> = {
    key: keys.length > 1,
    invite: members.length > 1 || invites.length > 0,
    budget: budgets.length > 0,
    // One that gets nothing yet is none.
    channel: inUse.some(({ waits }) => !waits),
    service: services.length > 0,
  }
  const steps = NEXT_STEPS.map((step) => ({
    step,
    isDone: isDone[step],
    waitsFor: step === 'channel' && !isDone.channel ? (inUse[0]?.name ?? null) : null,
  }))
  return steps.every((each) => each.isDone) ? null : steps
}

/** Puts the list away for the whole team. Admins only. */
export async function putStepsAway(ctx: TeamCtx): Promise<void> {
  requireAdmin(ctx, 'hide the next steps')
  await hideNextSteps(ctx)
}
