import type { TestProject } from 'vitest/node'

/** A global set-up for runs that are to use SQLite alone. */
export default function setup(project: TestProject): void {
  project.provide('postgresAdminUrl', null)
}
