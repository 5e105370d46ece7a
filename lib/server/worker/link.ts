/** One end of the pipe between the web process and its worker. Messages are cloned: no functions, no classes. */
export interface ProcessLink<Sent, Received> {
  send(message: Sent): void
  onMessage(listener: (message: Received) => void): void
  /** Runs the listener once, when the other process is gone. */
  onClose(listener: () => void): void
}

/** The common part of `process` and a forked child. */
interface Forked {
  readonly connected: boolean
  send?(message: object): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'disconnect', listener: () => void): unknown
}

/**
 * Returns a link's end at a process that was forked, or at its parent. It must be forked with `serialization:
 * 'advanced'`, because amounts are bigints.
 */
export function forkedLink<Sent extends object, Received>(process: Forked): ProcessLink<Sent, Received> {
  return {
    send(message) {
      if (process.connected) process.send?.(message)
    },
    // Both ends are of the same build, so a message has its declared type.
    onMessage: (listener) => void process.on('message', (message) => listener(message as Received)),
    onClose: (listener) => void process.once('disconnect', listener),
  }
}
