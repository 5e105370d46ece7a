import { createCache } from '@/lib/platform/cache'

/** What SQLite made of texts, kept: to prepare a statement takes longer than to run it. */
const MAX = 400
/** A long text holds a list of values, and hardly comes twice. */
const MAX_TEXT_LENGTH = 4000
/** The others change the schema or the connection. */
const KEPT = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK$)/i

/** What better-sqlite3 makes of a text. */
interface SqliteStatement {
  readonly reader: boolean
  raw(): SqliteStatement
  run(values: unknown[]): unknown
  all(values: unknown[]): unknown
  columns(): unknown
}

interface SqliteHandle {
  prepare(text: string): SqliteStatement
  exec(text: string): unknown
  close(): unknown
}

/** What the adapter asks of a statement: its values first, then its rows. */
interface BoundStatement {
  readonly reader: boolean
  bind(values: unknown[]): BoundStatement
  run(): unknown
  columns(): unknown
  raw(): { all(): unknown }
}

type KeepingHandle = Omit<SqliteHandle, 'prepare'> & { prepare(text: string): BoundStatement }

/**
 * Lets a connection of the adapter keep its statements; the adapter prepares each again whenever it runs. One call at a time
 * uses the connection and reads a statement to its end, so none is in use when it is asked for again.
 */
export function keepStatements<Adapter extends object>(connection: Adapter): Adapter {
  if (hasClient(connection)) Object.assign(connection, { client: keeping(connection.client) })
  return connection
}

const hasClient = (adapter: object): adapter is { readonly client: SqliteHandle } => 'client' in adapter

function keeping(client: SqliteHandle): KeepingHandle {
  const make = () => createCache<KeptStatement>({ most: MAX })
  let kept = make()
  return {
    prepare(text) {
      if (!KEPT.test(text)) {
        // Columns of a statement may be others afterwards.
        kept = make()
        return prepared(keep(client, text), [])
      }
      const known = kept.get(text)
      if (known) return prepared(known, [])
      const made = keep(client, text)
      if (text.length <= MAX_TEXT_LENGTH) kept.set(text, made)
      return prepared(made, [])
    },
    exec(text) {
      kept = make()
      return client.exec(text)
    },
    close: () => client.close(),
  }
}

interface KeptStatement {
  readonly statement: SqliteStatement
  columns?: unknown
}

function keep(client: SqliteHandle, text: string): KeptStatement {
  const statement = client.prepare(text)
  return { statement: statement.reader ? statement.raw() : statement }
}

const prepared = (kept: KeptStatement, values: unknown[]): BoundStatement => {
  const { statement } = kept
  return {
    reader: statement.reader,
    bind: (given) => prepared(kept, given),
    run: () => statement.run(values),
    columns() {
      kept.columns ??= statement.columns()
      return kept.columns
    },
    raw: () => ({ all: () => statement.all(values) }),
  }
}
