import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Writes a machine-readable report where CI wants one; see .ci/run.
const reports = process.env.TEST_REPORTS

const jsonReport = (folder: string): ['json', { outputFile: string }] => [
  'json',
  { outputFile: `${folder}/vitest.json` },
]

/** Seeds all random draws of a run. Set SEED to the printed value to repeat one. */
process.env.SEED ??= String(randomInt(2 ** 31 - 1))
const seed = process.env.SEED

const MAX_MS = 180_000

type Options = NonNullable<TestProjectInlineConfiguration['test']>

const project = (name: string, options: Options = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
})

/**
 * Runs five files at a time, because they wait at least a third of their time. The default on two cores is one worker.
 */
const five: Options = { maxWorkers: 5, sequence: { groupOrder: 0 } }

/** Shares imports among the files of a worker, so that they load once. No file leaves anything behind. */
const shared: Options = { isolate: false }

const withDatabases: Options = {
  globalSetup: 'tests/support/global-setup.ts',
}

/** Builds once, before any file: two files that found no build would both start one, and Next refuses the second. */
const withBuild: Options = {
  ...withDatabases,
  globalSetup: ['tests/support/begin-build.ts', 'tests/support/global-setup.ts'],
  setupFiles: 'tests/support/with-build.ts',
}

export default defineConfig({
  resolve: { alias: { '@': at('.'), 'server-only': at('tests/stubs/server-only.ts') } },
  test: {
    environment: 'node',
    pool: 'forks',
    passWithNoTests: true,
    env: { SEED: seed },
    setupFiles: 'tests/support/seed.ts',
    sequence: { sequencer: LongestFirst },
    // These timeouts catch hangs and promise nothing: a busy machine takes many times as long as an idle one.
    testTimeout: MAX_MS,
    hookTimeout: MAX_MS,
    expect: { poll: { timeout: MAX_MS / 3 } },
    reporters: [
      'default',
      { onInit: () => console.log(`Random draws: SEED=${seed}`) },
      ...(reports ? [jsonReport(reports)] : []),
    ],
    coverage: {
      provider: 'v8',
      include: ['lib/**/*.ts'],
      exclude: ['lib/platform/db/generated/**', 'lib/**/*.d.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'coverage',
    },
    projects: [
      project('unit', { ...five, ...shared }),
      project('architecture', { ...five, ...shared }),
      {
        ...project('integration', { ...five, ...shared, ...withDatabases }),
        resolve: { alias: { '@node-rs/argon2': at('tests/stubs/argon2.ts') } },
      },
      project('contract', { ...five, ...shared }),
      project('chaos', { ...five, ...shared, ...withBuild }),
    ],
  },
})
