import { createChannel, testChannel } from '@/lib/alerts/alerts'
import { cancelRun, fetchNextPage, startBackgroundRun, startRun, testContract } from '@/lib/collect/runs'
import { addKey, addSandboxKey, checkKey, deleteKey, disableKey, reportLeak } from '@/lib/keys/keys'
import { readForCheck, startCheck } from '@/lib/keys/wallet-check'
import type { TeamCtx } from '@/lib/platform/db'
import { type ActivityPlace, type PacerFigures, readActivity } from '@/lib/upstream/pacing'
import type { WorkerParts } from './parts'

/** What follows a verb's context and the process's parts. */
type InputOf<Of> = Of extends (ctx: TeamCtx, parts: WorkerParts, ...input: infer Input) => unknown
  ? Input
  : never
type Verb = (ctx: TeamCtx, parts: WorkerParts, ...input: never) => Promise<unknown>

/**
 * What only the worker process does: it reaches the upstream, needs the vault, or reads a pacer's state. Each verb
 * checks the actor's role itself, whoever calls it.
 */
export const VERBS = {
  addKey,
  addSandboxKey,
  checkKey,
  disableKey,
  deleteKey,
  reportLeak,
  startCheck,
  readForCheck,
  testContract,
  startRun,
  fetchNextPage,
  startBackgroundRun: (
    ctx: TeamCtx,
    parts: WorkerParts,
    input: Parameters<typeof startBackgroundRun>[3],
  ): ReturnType<typeof startBackgroundRun> => startBackgroundRun(ctx, parts, parts.background, input),
  cancelRun: (ctx: TeamCtx, { background }: WorkerParts, runId: string) => cancelRun(ctx, background, runId),
  createChannel: (ctx: TeamCtx, { vault }: WorkerParts, input: Parameters<typeof createChannel>[2]) =>
    createChannel(ctx, vault, input),
  testChannel: (ctx: TeamCtx, { delivery }: WorkerParts, channelId: string) =>
    testChannel(ctx, delivery, channelId),
  /** The state of keys that the caller may see, by id; null for one that this worker has not used. */
  figuresOf: async (
    _: TeamCtx,
    { pacers }: WorkerParts,
    keyIds: readonly string[],
  ): Promise<ReadonlyMap<string, PacerFigures | null>> =>
    new Map(keyIds.map((id) => [id, pacers.find(id)?.figures() ?? null])),
  /** What happened on a key that the caller may see; see `readActivity`. */
  readActivity: async (_: TeamCtx, { pacers, clock }: WorkerParts, keyId: string, after: ActivityPlace) =>
    readActivity(pacers.find(keyId), clock, after),
} satisfies Readonly<Record<string, Verb>>

type Verbs = typeof VERBS
export type VerbName = keyof Verbs
export type VerbInput<Name extends VerbName> = InputOf<Verbs[Name]>
export type VerbResult<Name extends VerbName> = Awaited<ReturnType<Verbs[Name]>>

/** The web process's way to the worker's verbs; also used where both are one process. */
export interface Worker {
  /**
   * Does it for the context's actor and returns the result. Throws the verb's errors, and `unavailable` if the worker
   * is gone: then it is unknown whether it was done.
   */
  perform<Name extends VerbName>(
    name: Name,
    ctx: TeamCtx,
    ...input: VerbInput<Name>
  ): Promise<VerbResult<Name>>
}
