import { Writable } from 'node:stream'
import type { ClientBase } from 'pg'

type Ask = (...asked: unknown[]) => unknown

/** The driver's answer to a BEGIN. */
const BEGUN = { fields: [], rows: [], rowCount: null }

/** Matches a statement that changes nothing, which may be sent before it is known that the transaction has begun. */
const READS = /^\s*SELECT\b/i

/**
 * Sends the BEGIN of a transaction on this connection together with what it reads first, which saves a round trip.
 * Writes wait until the transaction has begun. If it cannot begin, each of its statements fails with the reason.
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
    // Later statements must not overtake this one.
    isWaiting = true
    await own
    return send(config)
  }

  const query: Ask = (config, ...others) => {
    // The pool's own calls, outside of transactions, have more than one argument.
    if (others.length > 0 || !isStatement(config)) return ask(config, ...others)
    if (config.text === 'BEGIN') return begin(config)
    return begun === null ? send(config) : within(config, begun)
  }
  Object.assign(client, { query })
}

/**
 * Returns a function that sends everything written to a connection in one turn as one piece, because each piece wakes
 * the server.
 */
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
