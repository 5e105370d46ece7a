import { AppError, type Clock } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { processSingleton } from '@/lib/platform/process'
import { isSessionLive } from '@/lib/teams/accounts'
import { findMembership } from '@/lib/teams/teams'
import type { FileRecipient } from './files'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // no-transform also keeps Next from compressing, which would hold events back; the other header is for nginx.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

const BUFFER_BYTES = 64 * 1024

interface Viewer {
  readonly userId: string
  /** The request's signal: aborted when the client leaves. */
  readonly signal: AbortSignal
  /** Maximum number of simultaneous streams, if it is not that of a browser. */
  readonly max?: number
}

/** Sends server-sent events until the last one, or until the client leaves or the process ends. */
export function eventStreamResponse(source: EventSource, viewer: Viewer, clock: Clock): Response {
  const { signal: ended, left } = openStreams().open(viewer.userId, viewer.max)
  const leaving = new AbortController()
  const signal = AbortSignal.any([ended, viewer.signal, leaving.signal])
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const outlet = {
          signal,
          isReady: () => (controller.desiredSize ?? 0) > 0,
          write: (text: string) => controller.enqueue(encoder.encode(text)),
        }
        const closed = writeEvents(source, outlet, clock).then(() => controller.close())
        // Nothing can be written once a client has left; a failed read ends the stream, and the browser reconnects.
        closed.catch((error: unknown) => controller.error(error)).finally(left)
      },
      cancel: () => leaving.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  )
  return new Response(body, { headers: HEADERS })
}

export interface ServerEvent {
  /** Complete in itself: a browser that reconnects names no last event. */
  readonly data: unknown
  /** True if nothing follows: the stream ends after it. */
  readonly isLast?: boolean
}

/**
 * The reason why a stream ends for good. `signed-out`: the session ended. `gone`: the subject or the right to it is
 * gone. `replaced`: newer streams took its place.
 */
export type EndReason = 'signed-out' | 'gone' | 'replaced'

export interface EventSource {
  /** Returns the next event, if there is one. It may wait for a read, but never for an event to happen. */
  next(): ServerEvent | null | Promise<ServerEvent | null>
  /** Returns why the stream must end, or null while it may continue. Called every few seconds. */
  whyEnd(): Promise<EndReason | null>
}

interface Outlet {
  /** Aborted when the client has left (any reason) or the stream was replaced (an `EndReason`). */
  readonly signal: AbortSignal
  /** Returns false while the client is slow to read what was written. */
  isReady(): boolean
  write(text: string): void
}

const TICK_MS = 200
const CHECK_MS = 4000
const HEARTBEAT_MS = 15_000
const RETRY_MS = 2000

/**
 * Writes server-sent events until the client leaves or loses its right: at most five a second, with a comment now and
 * then so that no proxy closes a silent connection. The last event is `end`, with the reason.
 */
export async function writeEvents(source: EventSource, outlet: Outlet, clock: Clock): Promise<void> {
  const { signal } = outlet
  outlet.write(`retry: ${RETRY_MS}\n\n`)
  let checkedAt = clock.monotonic()
  let wroteAt = checkedAt
  while (!signal.aborted) {
    const now = clock.monotonic()
    if (now - checkedAt >= CHECK_MS) {
      const reason = await source.whyEnd()
      if (reason) return outlet.write(endOf(reason))
      checkedAt = now
    }
    const event = outlet.isReady() ? await source.next() : null
    const text = textOf(event, now - wroteAt)
    if (text && !signal.aborted) {
      outlet.write(text)
      wroteAt = now
    }
    if (event?.isLast) return
    await clock.sleep(TICK_MS, signal).catch(() => undefined)
  }
  if (signal.reason === 'replaced') outlet.write(endOf('replaced'))
}

function textOf(event: ServerEvent | null, silentMs: number): string | null {
  if (event) return `data: ${JSON.stringify(event.data)}\n\n`
  return silentMs >= HEARTBEAT_MS ? ': still here\n\n' : null
}

const endOf = (reason: EndReason): string => `event: end\ndata: ${JSON.stringify({ reason })}\n\n`

/** The event streams of the process, by person. */
export interface OpenStreams {
  /**
   * Opens a stream. Its signal is aborted when the stream is replaced or the process stops; `left` takes it off the
   * list. `max` is the maximum of simultaneous streams; by default as many as a browser can have.
   */
  open(userId: string, max?: number): { readonly signal: AbortSignal; left(): void }
  /** Ends all streams, and refuses new ones. */
  closeAll(): void
}

// A browser without HTTP/2 has six connections to a host: streams must leave some for everything else.
const MAX_STREAMS_A_PERSON = 4
const REPLACED: EndReason = 'replaced'

export function createOpenStreams(): OpenStreams {
  const streams = new Map<string, Set<AbortController>>()
  let isClosed = false
  return {
    open(userId, max = MAX_STREAMS_A_PERSON) {
      if (isClosed) throw new AppError('unavailable', 'Purser is stopping. Try again in a moment.')
      const own = streams.get(userId) ?? new Set()
      streams.set(userId, own)
      const [oldest] = own
      if (oldest && own.size >= max) {
        own.delete(oldest)
        oldest.abort(REPLACED)
      }
      const controller = new AbortController()
      own.add(controller)
      return {
        signal: controller.signal,
        left() {
          own.delete(controller)
          if (own.size === 0 && streams.get(userId) === own) streams.delete(userId)
        },
      }
    },
    closeAll() {
      isClosed = true
      for (const own of streams.values()) for (const controller of own) controller.abort()
      streams.clear()
    },
  }
}

/** Returns the streams of this process, shared by the routes that open them and the shutdown that ends them. */
export const openStreams = (): OpenStreams => processSingleton('open-streams', createOpenStreams)

interface TeamEvents extends Pick<EventSource, 'next'> {
  /** Throws `not_found` once the subject is gone. */
  mustExist(): Promise<unknown>
}

/**
 * Streams events to a member of a team. While it runs, it checks repeatedly that the session and the membership are
 * still valid; watching does not count as activity.
 */
export function streamTeamEvents(
  ctx: TeamCtx,
  signal: AbortSignal,
  { next, mustExist }: TeamEvents,
): Response {
  const whyEnd = async (): Promise<EndReason | null> =>
    (await lostRight(ctx)) ?? ((await isThere(mustExist)) ? null : 'gone')
  return eventStreamResponse({ next, whyEnd }, { userId: ctx.actor.userId, signal }, ctx.clock)
}

async function isThere(mustExist: () => Promise<unknown>): Promise<boolean> {
  try {
    await mustExist()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

/**
 * Returns why a stream to a member must end, or null while the session and the membership are valid. Does not count as
 * activity.
 */
async function lostRight({ db, clock, team, actor }: TeamCtx): Promise<EndReason | null> {
  if (!(await isSessionLive(db, clock, actor.sid))) return 'signed-out'
  return (await findMembership(db, team.slug, actor.userId)) ? null : 'gone'
}

/** Returns the member as the taker of a file in answer to a request. */
export const fileTakerOf = (ctx: TeamCtx, { signal }: Pick<Request, 'signal'>): FileRecipient => ({
  userId: ctx.actor.userId,
  clock: ctx.clock,
  signal,
  isAllowed: async () => (await lostRight(ctx)) === null,
})
