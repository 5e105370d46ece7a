import { defineConfig } from 'vitest/config'
import all from './vitest.config.ts'

/** Runs the tests of what Stryker mutates, on SQLite alone: both engines agree, and it is quicker. */
export default defineConfig({
  ...(all.resolve && { resolve: all.resolve }),
  test: {
    environment: 'node',
    include: [
      'tests/unit/{platform/vault,money/budgets}/**/*.test.ts',
      'tests/integration/{ledger,budget,unknowns,spend,statement,forecast,time-zone,prices}*.test.ts',
    ],
    // Thousands of histories and races take too long for every mutant.
    exclude: ['tests/integration/budgets-{model,race}.test.ts'],
    globalSetup: 'tests/support/without-postgres.ts',
    // Selects the mutant at run time, so that nothing is loaded again for each: ten times as fast.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
