import type { Clock } from '@/lib/kernel'

export interface ServerEvent {
  /** The id that a reconnecting browser names as its last received event. */
  readonly id: string
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
  if (event) return `id: ${event.id}\ndata: ${JSON.stringify(event.data)}\n\n`
  return silentMs >= HEARTBEAT_MS ? ': still here\n\n' : null
}

const endOf = (reason: EndReason): string => `event: end\ndata: ${JSON.stringify({ reason })}\n\n`
