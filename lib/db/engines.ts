import type { Db, Engine, Tx } from './client'

/** Which engine a client runs on; the clients themselves do not tell. */
const engines = new WeakMap<object, Engine>()

/** Notes the engine of a client that was opened. */
export function noteEngine<T extends Db | Tx>(client: T, engine: Engine): T {
  engines.set(client, engine)
  return client
}

/** The engine of a client, or of the transaction that `transaction` handed out. */
export function engineOf(client: Db | Tx): Engine {
  const engine = engines.get(client)
  if (!engine) throw new Error('This client was not opened by openDb or transaction.')
  return engine
}
