import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './lib/server/build/find-chromium'

// Where CI wants a machine-readable report besides the printed one; see .ci/run.
const reports = process.env.TEST_REPORTS
const executablePath = findChromium()?.path
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/production-build.ts',
  // Twice the cores of the machine that it is measured on: the tests wait for half of their time.
  workers: 4,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Room for a machine three times as slow: these ends find what hangs, and promise nothing.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: reports ? [['list'], ['json', { outputFile: `${reports}/playwright.json` }]] : [['list']],
  use: {
    // Recording every step takes two fifths of the time, so only who looks for a fault asks for it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    // Packing and unpacking would cost more than the way between two processes of one machine.
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium's sandbox cannot start as root, which is what containers run as.
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
