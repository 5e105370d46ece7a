import { listChannels } from '@/lib/alerts/alerts'
import { hasRole, requireAdmin } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listServices } from '@/lib/keys/services'
import { listBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { areNextStepsHidden, hideNextSteps, listInvites, listMembers } from '@/lib/teams/teams'

/** Steps that complete a new team, in the order in which they are suggested. */
export const NEXT_STEPS = ['key', 'invite', 'budget', 'channel', 'service'] as const
export type NextStep = (typeof NEXT_STEPS)[number]

export interface NextStepView {
  readonly step: NextStep
  readonly isDone: boolean
  /**
   * The existing alert channel that receives nothing yet, and whether it waits for a mail server; null if none waits.
   */
  readonly waiting: { readonly name: string; readonly needsMail: boolean } | null
}

/**
 * Returns what an admin may do next, each with whether it is done, as the team's data shows. Null for others, in an
 * example, once all is done, and after an admin has hidden the list. `canMail` is false if this installation sends no
 * e-mail.
 */
export async function listNextSteps(ctx: TeamCtx, canMail: boolean): Promise<readonly NextStepView[] | null> {
  if (!hasRole(ctx.actor.role, 'admin') || ctx.team.isExample) return null
  if (await areNextStepsHidden(ctx)) return null
  const [keys, members, invites, budgets, channels, services] = await Promise.all([
    listKeys(ctx),
    listMembers(ctx),
    listInvites(ctx),
    listBudgets(ctx),
    listChannels(ctx),
    listServices(ctx),
  ])
  const inUse = channels
    .filter(({ enabled }) => enabled)
    .map(({ name, kind, waits }) => ({ name, waits, needsMail: kind === 'email' && !canMail }))
  const isDone: Readonly<Record<NextStep, boolean>> = {
    key: keys.length > 1,
    invite: members.length > 1 || invites.length > 0,
    budget: budgets.length > 0,
    // A channel that receives nothing yet does not count.
    channel: inUse.some(isHeard),
    service: services.length > 0,
  }
  const steps = NEXT_STEPS.map((step) => ({
    step,
    isDone: isDone[step],
    waiting: step === 'channel' && !isDone.channel ? waitingOf(inUse) : null,
  }))
  return steps.every((each) => each.isDone) ? null : steps
}

interface ChannelInUse {
  readonly name: string
  readonly waits: boolean
  readonly needsMail: boolean
}

const isHeard = ({ waits, needsMail }: ChannelInUse): boolean => !waits && !needsMail

/** Returns the channel to name. One that an admin can confirm comes before one that no mail can reach. */
function waitingOf(channels: readonly ChannelInUse[]): NextStepView['waiting'] {
  const first = channels.find(({ needsMail }) => !needsMail) ?? channels[0]
  return first ? { name: first.name, needsMail: first.needsMail } : null
}

/** Hides the list for the whole team. Admins only. */
export async function dismissNextSteps(ctx: TeamCtx): Promise<void> {
  requireAdmin(ctx, 'hide the next steps')
  await hideNextSteps(ctx)
}
