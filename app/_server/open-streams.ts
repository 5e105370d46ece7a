import { AppError } from '@/lib/kernel'
import { processWide } from '@/lib/platform/process'
import type { EndReason } from './event-writer'

/** The event streams of the process, by person. */
export interface OpenStreams {
  /**
   * Opens a stream. Its signal is aborted when the stream is replaced or the process stops; `left` takes it off the
   * list. `most` is the maximum of simultaneous streams; by default as many as a browser can have.
   */
  open(userId: string, most?: number): { readonly signal: AbortSignal; left(): void }
  /** Ends all streams, and refuses new ones. */
  closeAll(): void
}

// A browser without HTTP/2 has six connections to a host: streams must leave some for everything else.
const MAX_A_PERSON = 4
const REPLACED: EndReason = 'replaced'

export function createOpenStreams(): OpenStreams {
  const streams = new Map<string, Set<AbortController>>()
  let isClosed = false
  return {
    open(userId, most = MAX_A_PERSON) {
      if (isClosed) throw new AppError('unavailable', 'Purser is stopping. Try again in a moment.')
      const own = streams.get(userId) ?? new Set()
      streams.set(userId, own)
      const [oldest] = own
      if (oldest && own.size >= most) {
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
export const openStreams = (): OpenStreams => processWide('open-streams', createOpenStreams)
