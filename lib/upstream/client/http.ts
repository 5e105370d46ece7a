import type { IncomingHttpHeaders } from 'node:http'
import { Agent, buildConnector, type Dispatcher, errors } from 'undici'
import { guardConnector } from '@/lib/platform/network'
import type { Provider } from './provider'

type Limits = Provider['limits']

/** Headers by lower-case name. Of several with one name, the first counts. */
export type Headers = ReadonlyMap<string, string>

/** The way in which an answer was lost. `garbled` means that it was not HTTP. */
export type LossKind = 'cancelled' | 'timed_out' | 'too_large' | 'garbled' | 'cut_off'

/** The outcome of one request; its body is unchanged unless said otherwise. */
export interface HttpExchange<Body = Buffer> {
  /** False if not one byte of the request left, so that the upstream cannot have charged for it. */
  readonly sent: boolean
  /** Null if no status arrived. */
  readonly status: number | null
  readonly headers: Headers
  /** The whole body; null if it was lost. */
  readonly body: Body | null
  readonly loss: LossKind | null
  /** The system's word for the failure, such as ECONNREFUSED. */
  readonly code: string | null
}

/** Options for sending a call. */
export interface UpstreamSendOptions {
  /** Gives up the call. What was sent before that may have been charged. */
  readonly signal?: AbortSignal
  /** Called just before the first byte leaves, which in a busy process is some milliseconds after the request. */
  onSent?(): void
}

export interface RequestTarget {
  readonly origin: string
  readonly path: string
  readonly headers: Record<string, string>
}

/**
 * Creates an agent that keeps connections open between calls, sends each request once, one at a time per connection,
 * and follows no redirect. `isPublicOnly` refuses addresses outside the public internet.
 */
export function createAgent({ connectMs }: Limits, isPublicOnly = false): Agent {
  const connect = isPublicOnly
    ? guardConnector(buildConnector({ timeout: connectMs }), { allowPrivate: false })
    : { timeout: connectMs }
  return new Agent({ connect, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
}

/** Makes one GET request within the limits of time and size. Always resolves. */
export function sendGetRequest(
  agent: Agent,
  target: RequestTarget,
  limits: Limits,
  { signal, onSent }: UpstreamSendOptions = {},
): Promise<HttpExchange> {
  return new Promise((resolve) => {
    let sent = false
    let head: Pick<HttpExchange, 'status' | 'headers'> = { status: null, headers: new Map() }
    let size = 0
    const chunks: Buffer[] = []
    let sending: Dispatcher.DispatchController | null = null
    let ended = false

    const end = (loss: LossKind | null, code: string | null = null) => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      const body = loss === null ? joined(chunks, size) : null
      resolve({ sent, ...head, body, loss, code })
    }
    const giveUp = (loss: LossKind) => {
      end(loss)
      sending?.abort(new Error(loss))
    }
    const cancel = () => giveUp('cancelled')
    // A real timer, not the clock, because it limits a real socket. After a busy period it fires before the sockets
    // are read, so what has already arrived is taken first.
    const timer = setTimeout(
      () =>
        untilQuiet(
          () => (ended ? null : size),
          () => giveUp('timed_out'),
        ),
      limits.answerMs,
    )
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted) return cancel()

    agent.dispatch(
      { ...target, method: 'GET' },
      {
        // Called once a connection is open, just before the first byte is written.
        onRequestStart(controller) {
          if (ended) return controller.abort(new Error('given up'))
          sending = controller
          sent = true
          onSent?.()
        },
        onResponseStart(_controller, status, headers) {
          if (status >= 200) head = { status, headers: firstOfEach(headers) }
        },
        onResponseData(_controller, chunk) {
          size += chunk.length
          if (size > limits.bodyBytes) giveUp('too_large')
          else chunks.push(chunk)
        },
        onResponseEnd: () => end(null),
        onResponseError: (_controller, error) => end(lossOf(error), codeOf(error)),
      },
    )
  })
}

/** Interval between looks: long enough for anything already inside this machine to arrive. */
const LOOK_MS = 25
/** Maximum number of looks, a second in all, so that a sender of one byte at a time does not hold a call open. */
const MAX_LOOKS = 40

/** Calls `then` once the sockets were read and `progress` no longer changes. Never calls it once `progress` is null. */
function untilQuiet(progress: () => number | null, then: () => void, before = -1, looks = 0): void {
  const look = () => {
    const now = progress()
    if (now === null) return
    if (now === before || looks === MAX_LOOKS) then()
    else untilQuiet(progress, then, now, looks + 1)
  }
  // In a turn of the event loop, timers run before sockets and `setImmediate` after them.
  setTimeout(() => setImmediate(look), LOOK_MS)
}

/** Joins the chunks in memory of their own: a pooled buffer would carry its neighbours to the other thread. */
function joined(chunks: readonly Buffer[], size: number): Buffer {
  const whole = Buffer.alloc(size)
  let at = 0
  for (const chunk of chunks) at += chunk.copy(whole, at)
  return whole
}

const firstOfEach = (headers: IncomingHttpHeaders): Headers =>
  new Map(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value
      return first === undefined ? [] : [[name, first]]
    }),
  )

const codeOf = (error: Error): string | null =>
  'code' in error && typeof error.code === 'string' ? error.code : null

const lossOf = (error: Error): LossKind =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError
    ? 'garbled'
    : 'cut_off'
