/** The part of a better-sqlite3 connection that is needed. */
export interface PlanDatabase {
  prepare(sql: string): { all(...values: unknown[]): Record<string, unknown>[] }
}

export function isBounded(
  database: PlanDatabase,
  query: { readonly sql: string; readonly args: readonly unknown[] },
): boolean
