import type { ClientBase } from 'pg'
import { createCache } from '@/lib/platform/cache'

/** How many texts get a name, which each connection keeps for as long as it lives. */
const MAX = 300
/** A text that comes so often will come again. */
const OFTEN = 3
/** A long text holds a list of values, and hardly comes twice. */
const MAX_TEXT_LENGTH = 4000
/** Of how many texts it is known how often they came. */
const MAX_SEEN = 2000

/** The names under which PostgreSQL keeps what it made of texts: to read a short statement takes longer than to run it. */
export interface StatementNames {
  /** The name of a statement; '' for one that has none. */
  of(statement: { readonly sql: string }): string
  /** Takes a statement's name away, which is not used again; if it comes often, it gets another one. */
  forget(statement: { readonly sql: string }): void
  /** From now on no statement has a name. */
  stop(): void
}

/** Makes the names for the connections of one pool. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const seen = createCache<number>({ most: MAX_SEEN })
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
 * Has the server plan a statement with a name for its values each time, as it does without one: else it keeps one plan for
 * all teams after a while, and what suits the largest may read a whole table for the smallest. And has it compile none:
 * that takes some 100 ms, for statements that need a tenth of it.
 */
export const planForShort = async (client: ClientBase): Promise<void> => {
  await client.query('SET plan_cache_mode = force_custom_plan; SET jit = off')
}

/**
 * Whether a pooler lies between this connection and the server: it tells its clients another number than the server's
 * process has. It may run each statement on another connection of its own, which does not know the names of the last one.
 */
export async function isPooled(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return !('processID' in client) || client.processID !== rows[0]?.pid
}
