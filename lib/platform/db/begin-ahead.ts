import { Writable } from 'node:stream'
import type { ClientBase } from 'pg'

type Ask = (...asked: unknown[]) => unknown

/** What the driver answers a BEGIN. */
const BEGUN = { fields: [], rows: [], rowCount: null }

/** A statement that changes nothing: it may leave before it is known that the transaction has begun. */
const READS = /^\s*SELECT\b/i

/**
 * Sends the BEGIN of a transaction of this connection together with what it reads first, and so saves it a way to the server
 * and back. What writes waits until the transaction has begun. Where it could not begin, each of its statements says so.
 */
export function beginAhead(client: ClientBase): void {
  const ask: Ask = Reflect.get(client, 'query').bind(client)
  const gather = gathering(client)
  let begun: Promise<unknown> | null = null
  let isWaiting = false

  function send(config: unknown): unknown {
    gather()
    return ask(config)
  }

  function begin(config: unknown): Promise<unknown> {
    const own = Promise.resolve(send(config))
    begun = own
    isWaiting = false
    own.then(
      () => {
        if (begun === own) begun = null
      },
      () => undefined,
    )
    return Promise.resolve(BEGUN)
  }

  async function within(config: { readonly text: string }, own: Promise<unknown>): Promise<unknown> {
    if (!isWaiting && READS.test(config.text)) return (await Promise.all([own, send(config)]))[1]
    // Nothing overtakes it.
    isWaiting = true
    await own
    return send(config)
  }

  const query: Ask = (config, ...others) => {
    // The pool's own calls, outside of transactions, have more than one.
    if (others.length > 0 || !isStatement(config)) return ask(config, ...others)
    if (config.text === 'BEGIN') return begin(config)
    return begun === null ? send(config) : within(config, begun)
  }
  Object.assign(client, { query })
}

/** Has what is written to a connection in one turn leave in one piece: each piece wakes the server. */
function gathering(client: ClientBase): () => void {
  const stream =
    'connection' in client && isObject(client.connection) && 'stream' in client.connection
      ? client.connection.stream
      : null
  if (!(stream instanceof Writable)) return () => undefined
  let isGathering = false
  return () => {
    if (isGathering) return
    isGathering = true
    stream.cork()
    process.nextTick(() => {
      isGathering = false
      stream.uncork()
    })
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isStatement = (config: unknown): config is { readonly text: string } =>
  isObject(config) && 'text' in config && typeof config.text === 'string'
