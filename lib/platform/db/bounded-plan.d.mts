/** What is needed of a connection of better-sqlite3. */
export interface PlanDatabase {
  prepare(sql: string): { all(...values: unknown[]): Record<string, unknown>[] }
}

export function isBounded(
  database: PlanDatabase,
  query: { readonly sql: string; readonly args: readonly unknown[] },
): boolean
