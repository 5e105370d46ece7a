import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Where CI wants a machine-readable report besides the printed one; see .ci/run.
const reports = process.env.TEST_REPORTS

type Options = NonNullable<TestProjectInlineConfiguration['test']>

const project = (name: string, options: Options = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
})

/** Two files at a time: by default a machine of two cores gets one worker. */
const pairs = (groupOrder: number): Options => ({ maxWorkers: 2, sequence: { groupOrder } })
const together = pairs(0)
/** One file at a time: these measure how fast something is. */
const alone = (groupOrder: number): Options => ({ maxWorkers: 1, sequence: { groupOrder } })

const MEASURING = ['tests/chaos/shared-slots.test.ts', 'tests/integration/background-runs.test.ts']

const withPostgres: Options = {
  globalSetup: 'tests/support/global-setup.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

/** Built once, before any file: two files that found no build would both make one, and Next refuses the second. */
const withBuild: Options = {
  ...withPostgres,
  globalSetup: ['tests/support/production-build.ts', 'tests/support/global-setup.ts'],
}

export default defineConfig({
  resolve: { alias: { '@': at('.'), 'server-only': at('tests/stubs/server-only.ts') } },
  test: {
    environment: 'node',
    pool: 'forks',
    passWithNoTests: true,
    reporters: reports ? ['default', ['json', { outputFile: `${reports}/vitest.json` }]] : ['default'],
    projects: [
      project('unit', together),
      project('architecture', { ...together, testTimeout: 30_000 }),
      project('integration', { ...together, ...withPostgres, exclude: MEASURING }),
      project('contract', { ...alone(1), testTimeout: 30_000, hookTimeout: 60_000 }),
      project('chaos', { ...pairs(2), ...withBuild, testTimeout: 120_000, exclude: MEASURING }),
      project('alone', { ...alone(3), ...withPostgres, testTimeout: 120_000, include: MEASURING }),
    ],
  },
})
