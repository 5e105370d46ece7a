import { createCache } from '@/lib/platform/cache'

/** Maximum number of cached statements. Preparing a statement takes longer than running it. */
const MAX = 400
/** Maximum length of a cached text. A longer one holds a list of values and rarely recurs. */
const MAX_TEXT_LENGTH = 4000
/** Matches the statements to cache. Others change the schema or the connection. */
const KEPT = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK$)/i

/** A statement as better-sqlite3 prepares it. */
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

/** A statement as the adapter uses it: it binds the values first, then reads the rows. */
interface BoundStatement {
  readonly reader: boolean
  bind(values: unknown[]): BoundStatement
  run(): unknown
  columns(): unknown
  raw(): { all(): unknown }
}

type KeepingHandle = Omit<SqliteHandle, 'prepare'> & { prepare(text: string): BoundStatement }

/**
 * Makes a connection of the adapter cache its statements, which the adapter would otherwise prepare at each run. One
 * call at a time uses the connection and reads a statement to its end, so none is in use when it is requested again.
 */
export function keepStatements<Adapter extends object>(connection: Adapter): Adapter {
  if (hasClient(connection)) Object.assign(connection, { client: keeping(connection.client) })
  return connection
}

const hasClient = (adapter: object): adapter is { readonly client: SqliteHandle } => 'client' in adapter

function keeping(client: SqliteHandle): KeepingHandle {
  const make = () => createCache<KeptStatement>({ max: MAX })
  let kept = make()
  return {
    prepare(text) {
      if (!KEPT.test(text)) {
        // The columns of cached statements may change with this one.
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
