// Sums the JSON reports of vitest and Playwright in a folder: tests passed, failed and skipped, and the slowest files.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const [folder = '.'] = process.argv.slice(2)

function readReport(name) {
  const path = join(folder, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** A file that cannot be loaded has no tests to fail, so it counts as one failure. */
const brokenFiles = ({ testResults }) =>
  testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length

const countVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + brokenFiles(report),
  skipped: report.numPendingTests + report.numTodoTests,
})

const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
})

const vitestFiles = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))

/** Sums the time of all tests of a file, including retries and nested suites. */
const msOf = ({ specs = [], suites = [] }) =>
  suites.reduce(
    (sum, suite) => sum + msOf(suite),
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration, 0),
  )

const playwrightFiles = ({ config, suites }) =>
  suites.map((suite) => ({ name: join(config.rootDir, suite.file), ms: msOf(suite) }))

const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const runners = [
  ['vitest', readReport('vitest.json'), countVitest, vitestFiles],
  ['playwright', readReport('playwright.json'), countPlaywright, playwrightFiles],
]
const MAX_FILES = 10
const slowest = runners
  .flatMap(([, report, , filesOf]) => (report ? filesOf(report) : []))
  .sort((one, other) => other.ms - one.ms)
  .slice(0, MAX_FILES)
console.log(`The ${slowest.length} slowest files:`)
for (const { name, ms } of slowest)
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(process.cwd(), name)}`)

const total = { passed: 0, failed: 0, skipped: 0 }
let isComplete = true
for (const [name, report, count] of runners) {
  if (!report) isComplete = false
  const counts = report ? count(report) : null
  console.log(counts ? `${name}: ${inWords(counts)}` : `${name}: no report, it did not run to its end`)
  for (const kind of Object.keys(total)) total[kind] += counts?.[kind] ?? 0
}
console.log(inWords(total))
process.exitCode = isComplete && total.failed === 0 ? 0 : 1
