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
  const send: Ask = Reflect.get(client, 'query').bind(client)
  let begun: Promise<unknown> | null = null
  let isWaiting = false

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
    if (others.length > 0 || !isStatement(config)) return send(config, ...others)
    if (config.text === 'BEGIN') return begin(config)
    return begun === null ? send(config) : within(config, begun)
  }
  Object.assign(client, { query })
}

const isStatement = (config: unknown): config is { readonly text: string } =>
  typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string'
