import { deserialize, serialize } from 'node:v8'
import type { WorkerReply, WorkerRequest } from '@/lib/server/worker'

interface End<Sent, Received> {
  send(message: Sent): void
  onMessage(listener: (message: Received) => void): void
  onClose(listener: () => void): void
}

export interface LinkPair {
  readonly web: End<WorkerRequest, WorkerReply>
  readonly worker: End<WorkerReply, WorkerRequest>
  /** Everything that went either way, as it was on the wire. */
  readonly wire: readonly Buffer[]
  close(): void
}

/** Both ends of a pipe in one process: what is sent is cloned as between two, and comes later. */
export function makeLinkPair(): LinkPair {
  const wire: Buffer[] = []
  const closings: (() => void)[] = []
  function way<Message>(): {
    send(message: Message): void
    onMessage(next: (message: Message) => void): void
  } {
    const listeners: ((message: Message) => void)[] = []
    return {
      send(message) {
        const bytes = serialize(message)
        wire.push(bytes)
        setImmediate(() => {
          for (const listener of listeners) listener(deserialize(bytes))
        })
      },
      onMessage: (listener) => void listeners.push(listener),
    }
  }
  const [questions, replies] = [way<WorkerRequest>(), way<WorkerReply>()]
  const onClose = (listener: () => void) => void closings.push(listener)
  return {
    wire,
    web: { send: questions.send, onMessage: replies.onMessage, onClose },
    worker: { send: replies.send, onMessage: questions.onMessage, onClose },
    close: () => {
      for (const closed of closings.splice(0)) closed()
    },
  }
}
