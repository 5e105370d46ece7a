import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './lib/server/build/find-chromium'

// Writes a machine-readable report where CI wants one; see .ci/run.
const reports = process.env.TEST_REPORTS
const executablePath = findChromium()?.path
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/production-build.ts',
  // Twice the number of cores, because the tests wait half of their time.
  workers: 4,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Leaves room for a machine three times as slow. These timeouts catch hangs and promise nothing.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: reports ? [['list'], ['json', { outputFile: `${reports}/playwright.json` }]] : [['list']],
  use: {
    // Off by default, because recording every step takes two fifths of the time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    // Off, because compression costs more than the transfer between two processes of one machine.
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium's sandbox cannot start as root, which containers run as.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
})
