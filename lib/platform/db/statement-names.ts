import type { ClientBase } from 'pg'
import { createCache } from '@/lib/platform/cache'

/** Maximum number of named statements. Each connection keeps them for as long as it lives. */
const MAX = 300
/** Number of occurrences after which a text gets a name, because it will recur. */
const OFTEN = 3
/** Maximum length of a named text. A longer one holds a list of values and rarely recurs. */
const MAX_TEXT_LENGTH = 4000
/** Maximum number of texts whose occurrences are counted. */
const MAX_SEEN = 2000

/**
 * The names under which PostgreSQL keeps prepared statements. Parsing a short statement takes longer than running it.
 */
export interface StatementNames {
  /** Returns the name of a statement; '' if it has none. */
  of(statement: { readonly sql: string }): string
  /** Retires a statement's name. If the statement recurs often, it gets a new one. */
  forget(statement: { readonly sql: string }): void
  /** Stops naming statements. */
  stop(): void
}

/** Creates the names for the connections of one pool. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const seen = createCache<number>({ max: MAX_SEEN })
  let made = 0
  let isStopped = false
  const often = (sql: string): boolean => {
    const times = (seen.get(sql) ?? 0) + 1
    seen.set(sql, times)
    return times >= OFTEN
  }
  return {
    of({ sql }) {
      if (isStopped) return ''
      const known = names.get(sql)
      if (known) return known
      if (names.size >= MAX || sql.length > MAX_TEXT_LENGTH || !often(sql)) return ''
      const name = `purser_${++made}`
      names.set(sql, name)
      return name
    },
    forget({ sql }) {
      if (!names.delete(sql)) return
      seen.set(sql, 0)
    },
    stop() {
      isStopped = true
    },
  }
}

/**
 * Makes the server plan a named statement for its values each time, as it does without a name. Otherwise it keeps one
 * plan for all teams after a while, and what suits the largest team may read a whole table for the smallest. Also
 * turns off compilation, which takes about 100 ms for statements that need a tenth of it.
 */
export const planForShort = async (client: ClientBase): Promise<void> => {
  await client.query('SET plan_cache_mode = force_custom_plan; SET jit = off')
}

/**
 * Returns whether a pooler lies between this connection and the server: it reports another process id than the
 * server's. A pooler may run each statement on another connection, which does not know the names of the last one.
 */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return !('processID' in client) || client.processID !== rows[0]?.pid
}
