import type { z } from 'zod'
import type { startRunInput } from '@/lib/collect/runs'
import type { Clock } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { TokenTryLimiter } from '@/lib/platform/tries'
import type { TokenHolders } from '@/lib/teams/tokens'
import type { DeploymentServices } from '@/lib/upstream/providers'
import type { ApiRateLimiter } from './limits'

/** The verbs that only the worker runs, and the services that teams may call. */
export interface ApiServices {
  readonly upstreams: DeploymentServices
  startRun(ctx: TeamCtx, input: z.input<typeof startRunInput>): Promise<{ runId: string }>
  cancelRun(ctx: TeamCtx, runId: string): Promise<void>
}

/** A file that is written while it is sent. */
export interface FileToSend {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncGenerator<string | Uint8Array>
}

/** A stream of events for one follower. */
export interface EventFeed {
  /** Returns the next event, if there is one; the stream ends after the last. */
  next(): Promise<{ readonly id: string; readonly data: unknown; readonly isLast: boolean } | null>
}

/** Sends long answers, and breaks them off when they are no longer allowed. */
export interface ResponseStreams {
  file(
    ctx: TeamCtx,
    open: () => Promise<FileToSend>,
    isAllowed: () => Promise<boolean>,
    headers: Headers,
    signal: AbortSignal,
  ): Promise<Response>
  events(
    ctx: TeamCtx,
    feed: EventFeed,
    isAllowed: () => Promise<boolean>,
    headers: Headers,
    signal: AbortSignal,
  ): Response
}

/** The parts that the API needs from its process. */
export interface ApiParts {
  readonly db: Db
  readonly clock: Clock
  readonly holders: TokenHolders
  readonly limits: ApiRateLimiter
  readonly tries: TokenTryLimiter
  readonly services: ApiServices
  readonly streams: ResponseStreams
  /** Called with an error that nobody expected. */
  onError(error: unknown, requestId: string): void
}
