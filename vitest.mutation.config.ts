import { defineConfig } from 'vitest/config'
import all from './vitest.config.ts'

/** For Stryker: the tests of what it mutates, on SQLite alone, which is the quicker of two that agree. */
export default defineConfig({
  ...(all.resolve && { resolve: all.resolve }),
  test: {
    environment: 'node',
    include: [
      'tests/unit/{platform/vault,money/budgets}/**/*.test.ts',
      'tests/integration/{ledger,budget,unknowns,spend,statement,forecast,time-zone,prices}*.test.ts',
    ],
    // Thousands of histories and races: too long for every mutant.
    exclude: ['tests/integration/budgets-{model,race}.test.ts'],
    globalSetup: 'tests/support/without-postgres.ts',
    // A mutant is chosen while the code runs, so nothing has to be loaded again for it: ten times as quick.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
