import { TransactionOver } from './begun-transactions'
import type { Db, Tx } from './db'

/** The models of a transaction, which Prisma joins when one of them is used. */
export interface LentModels {
  /** Returns the model of this name; undefined if Prisma has none. */
  of(name: string): unknown
  /** Makes Prisma leave the transaction. Never throws. */
  end(): Promise<void>
}

type Lend = (use: (tx: Tx) => Promise<void>) => Promise<unknown>

/** Creates the models of a transaction. `lend` makes Prisma join it for as long as `use` runs. */
export function lendToModels(client: Db, lend: Lend): LentModels {
  let isOver = false
  let joined: Promise<Tx> | null = null
  let whole: Promise<unknown> = Promise.resolve()
  let release: () => void = () => undefined

  const join = (): Promise<Tx> =>
    new Promise((resolve, reject) => {
      const isReleased = new Promise<void>((proceed) => {
        release = proceed
      })
      whole = lend((tx) => {
        resolve(tx)
        return isReleased
      })
      // Has no effect once it has joined.
      whole.catch(reject)
    })

  const call = async (name: string, method: string | symbol, values: unknown[]): Promise<unknown> => {
    if (isOver) throw new TransactionOver()
    joined ??= join()
    const model: unknown = Reflect.get(await joined, name)
    const does: unknown = isObject(model) ? Reflect.get(model, method) : undefined
    if (typeof does !== 'function') throw new TypeError(`The model ${name} has no ${String(method)}.`)
    return Reflect.apply(does, model, values)
  }

  return {
    of: (name) =>
      isObject(Reflect.get(client, name))
        ? new Proxy(
            {},
            {
              get:
                (_, method) =>
                (...values: unknown[]) =>
                  call(name, method, values),
            },
          )
        : undefined,
    async end() {
      isOver = true
      if (!joined) return
      await joined.catch(() => undefined)
      release()
      await whole.catch(() => undefined)
    },
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
