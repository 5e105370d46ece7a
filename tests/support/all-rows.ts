import type { TestDb } from './databases'

/** Returns every row of every table as text, by table, except tables that change by themselves. */
export async function readAllRows({ db, location }: TestDb): Promise<Record<string, string[]>> {
  const tables = await (location.engine === 'sqlite'
    ? db.$queryRaw<{ name: string }[]>`SELECT name FROM sqlite_master WHERE type = 'table'`
    : db.$queryRaw<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (/^(_|sqlite_|Lease$)/.test(name)) continue
    const found = await db.$queryRawUnsafe<unknown[]>(`SELECT * FROM "${name}"`)
    rows[name] = found
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
      .sort()
  }
  return rows
}
