import type { z } from 'zod'
import { hasRole, requireAdmin } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { changeRole, type changeRoleInput, type memberInput, removeMember } from '@/lib/teams/teams'
import type { BackgroundServices } from './background-runs'
import { cancelRunsOf } from './cancel-run'

type StopServices = Pick<BackgroundServices, 'background' | 'instanceId'>

/** Removes a member from the team and cancels their runs. Admins only; see `removeMember`. */
export async function removeMemberAndRuns(
  ctx: TeamCtx,
  services: StopServices,
  input: z.output<typeof memberInput>,
): Promise<void> {
  await removeMember(ctx, input)
  await cancelRunsOf(ctx, services, input.memberId)
}

/** Gives a member another role, and cancels their runs if that role may not run searches. Admins only; see `changeRole`. */
export async function changeRoleAndRuns(
  ctx: TeamCtx,
  services: StopServices,
  input: z.output<typeof changeRoleInput>,
): Promise<void> {
  await changeRole(ctx, input)
  if (!hasRole(input.role, 'member')) await cancelRunsOf(ctx, services, input.memberId)
}

/** Cancels the runs of a member who may no longer sign in. Admins only. */
export async function stopMember(
  ctx: TeamCtx,
  services: StopServices,
  input: z.output<typeof memberInput>,
): Promise<void> {
  requireAdmin(ctx, 'stop the runs of others')
  await cancelRunsOf(ctx, services, input.memberId)
}
