import { TransactionOver } from './begun-transactions'
import type { Db, Tx } from './db'

/** The models of a transaction that Prisma joins once one of them is used. */
export interface LentModels {
  /** The model of this name; undefined where Prisma has none. */
  of(name: string): unknown
  /** Prisma lets the transaction go. Never throws. */
  end(): Promise<void>
}

type Lend = (use: (tx: Tx) => Promise<void>) => Promise<unknown>

/** Makes the models of a transaction; `lend` has Prisma join it for as long as `use` lasts. */
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
      // Too late to matter once it has joined.
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
