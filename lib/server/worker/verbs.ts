import {
  createChannel,
  type DeliveryServices,
  removeMemberAndDuties,
  sendChannelConfirmation,
  testChannel,
} from '@/lib/alerts/alerts'
import {
  type BackgroundRuns,
  cancelMemberRuns,
  cancelRun,
  cancelRuns,
  changeRoleAndRuns,
  continueRun,
  fetchNextPage,
  moveToBackground,
  type RunServices,
  startBackgroundRun,
  startRun,
  testProvider,
} from '@/lib/collect/runs'
import type { Gateway, ServiceActivity } from '@/lib/gateway'
import type { Clock } from '@/lib/kernel'
import {
  addKey,
  changeKeys,
  checkKey,
  deleteKey,
  disableKey,
  enterBalanceAndResume,
  findReferenceProblem,
  issueSandboxKey,
  replaceKey,
  reportLeak,
  type SandboxKeys,
  setKeyRate,
} from '@/lib/keys/keys'
import { recogniseKey } from '@/lib/keys/services'
import { readBalanceForCheck, startWalletCheck } from '@/lib/keys/wallet-check'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { MetricTexts } from '@/lib/platform/metrics'
import { type ActivityMessage, type PacerFigures, readKeyActivity } from '@/lib/upstream/pacing'

/** The one shape of a verb: for whom it acts, what the process offers, and one input that was parsed before. */
type Verb = (ctx: TeamCtx, services: WorkerParts, input: never) => Promise<unknown>

/**
 * Verbs that only the worker process performs, because they reach the upstream, need the vault, or read a pacer's
 * state. Each verb checks the actor's role itself, for every caller.
 */
const VERBS = {
  addKey,
  addSandboxKey: issueSandboxKey,
  checkKey,
  replaceKey,
  setKeyRate,
  enterBalance: enterBalanceAndResume,
  referenceProblem: findReferenceProblem,
  disableKey,
  changeKeys,
  deleteKey,
  reportLeak,
  recogniseKey,
  startCheck: startWalletCheck,
  readForCheck: readBalanceForCheck,
  testProvider,
  startRun,
  fetchNextPage,
  startBackgroundRun,
  cancelRun,
  cancelRuns,
  goOnWithRun: continueRun,
  moveToBackground,
  removeMember: removeMemberAndDuties,
  changeRole: changeRoleAndRuns,
  stopMember: cancelMemberRuns,
  createChannel,
  testChannel,
  sendConfirmation: sendChannelConfirmation,
  figuresOf,
  readActivity: readActivityOf,
  gatewayFigures,
} satisfies Readonly<Record<string, Verb>>

/** Returns the state of keys that the caller may see, by id; null for one that this worker has not used. */
async function figuresOf(
  _: TeamCtx,
  { pacers }: WorkerParts,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, PacerFigures | null>> {
  return new Map(keyIds.map((id) => [id, pacers.find(id)?.figures() ?? null]))
}

/** Returns the activity of a key that the caller may see; see `readKeyActivity`. */
async function readActivityOf(
  _: TeamCtx,
  { pacers, clock }: WorkerParts,
  keyId: string,
): Promise<ActivityMessage> {
  return readKeyActivity(pacers.find(keyId), clock)
}

/**
 * Returns what the team's services are doing at this worker's gateway, by the service's id. A service that has sent
 * nothing is missing.
 */
async function gatewayFigures(
  { team }: TeamCtx,
  { gateway }: WorkerParts,
  _: null,
): Promise<ReadonlyMap<string, ServiceActivity>> {
  return gateway.figures(team.id)
}

export type VerbName = keyof typeof VERBS
type VerbInputs = { readonly [Name in VerbName]: Parameters<(typeof VERBS)[Name]>[2] }
type VerbResults = { readonly [Name in VerbName]: Awaited<ReturnType<(typeof VERBS)[Name]>> }
export type VerbInput<Name extends VerbName> = VerbInputs[Name]
export type VerbResult<Name extends VerbName> = VerbResults[Name]

/** The verbs again, with input and result tied to the name in a way that the compiler can follow. */
export const verbs: {
  readonly [Name in VerbName]: (
    ctx: TeamCtx,
    services: WorkerParts,
    input: VerbInputs[Name],
  ) => Promise<VerbResults[Name]>
} = VERBS

/** The web process's access to the worker's verbs; also used if both are one process. */
export interface Worker {
  /**
   * Performs a verb for the context's actor and returns the result. Throws the verb's errors, and `unavailable` if the
   * worker is gone or does not answer: then it is unknown whether the verb was performed.
   */
  perform<Name extends VerbName>(name: Name, ctx: TeamCtx, input: VerbInput<Name>): Promise<VerbResult<Name>>
  /** Resolves as soon as the worker answers. Rejects with `unavailable` after some seconds. */
  answers(): Promise<void>
  /** Returns the worker's metrics, for its operators. Rejects with `unavailable` after some seconds. */
  metrics(): Promise<MetricTexts>
}

/** Parts of a worker that its verbs need. */
export interface WorkerParts extends RunServices {
  readonly db: Db
  readonly clock: Clock
  readonly background: BackgroundRuns
  readonly delivery: DeliveryServices
  readonly sandbox: SandboxKeys
  readonly gateway: Pick<Gateway, 'figures'>
}
