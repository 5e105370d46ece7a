import { afterEach, expect, test, vi } from 'vitest'
import SummaryReporter from './summary-reporter'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('reports a suite that could not begin, without the key in its error', () => {
  vi.stubEnv('PURSER_TEST_KEY', 'xd_live_abcd0123456789ABCDEFGHIJKLMNOPQR')
  const print = vi.spyOn(console, 'log').mockReturnValue()
  new SummaryReporter().onTestRunEnd([], [{ message: `No route for ${process.env.PURSER_TEST_KEY}` }])
  const printed = print.mock.calls.flat().join('\n')
  expect(printed).toContain('Could not be run:')
  expect(printed).toContain('No route for xd_live_abcd…')
  expect(printed).not.toContain('0123456789')
})
