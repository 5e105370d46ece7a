import { createRequire } from 'node:module'
import { vi } from 'vitest'

/** A prepared statement of SQLite's driver. */
interface Prepared {
  readonly source: string
}
type Way = (this: Prepared, ...values: unknown[]) => unknown
type OpenFile = new (file: string) => { prepare(text: string): Record<'all' | 'run' | 'get', Way> }
const Database = createRequire(import.meta.url)('better-sqlite3') as OpenFile

/** Returns the texts of the statements that SQLite runs in this process during some work, each once. */
export async function notedStatements(work: () => Promise<unknown>): Promise<string[]> {
  const texts = new Set<string>()
  const statement: Record<'all' | 'run' | 'get', Way> = Object.getPrototypeOf(
    new Database(':memory:').prepare('SELECT 1'),
  )
  const spies = (['all', 'run', 'get'] as const).map((name) => {
    const before = statement[name]
    return vi.spyOn(statement, name).mockImplementation(function (this: Prepared, ...values) {
      texts.add(this.source)
      return before.apply(this, values)
    })
  })
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return [...texts]
}
