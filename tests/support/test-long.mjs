// Runs everything that has a script of its own because it takes long, one after another, and goes on when one fails.
// Prints a table at the end. `npm run test:long`, or some of them: `npm run test:long -- races kills`.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LONG = [
  'histories',
  'races',
  'changes',
  'faults',
  'storage',
  'kills',
  'sign-ins',
  'rewraps',
  'reads',
  'exports',
  'month',
  'months',
  'backfill',
  'days',
  'details',
  'fuzz',
  'gateway',
  'limiters',
  'services',
  'windows',
  'hindsight',
  'times',
  'tallies',
  'states',
  'pages',
  'mutation',
  'nodes',
  'image',
]

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !LONG.includes(name))
if (unknown.length > 0) {
  console.error(`There is no long test called ${unknown.join(', ')}: choose among ${LONG.join(', ')}.`)
  process.exit(1)
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

/** How one ended, and after how many seconds. */
function run(name) {
  if (!(`test:${name}` in scripts)) return { name, end: 'no such script', seconds: 0 }
  console.log(`\n== test:${name}`)
  const begun = performance.now()
  const { status, signal } = spawnSync('npm', ['run', `test:${name}`], { stdio: 'inherit' })
  const end = status === 0 ? 'passed' : `failed (${signal ?? status})`
  return { name, end, seconds: (performance.now() - begun) / 1000 }
}

const inMinutes = (seconds) =>
  `${Math.floor(seconds / 60)} min ${String(Math.round(seconds % 60)).padStart(2, '0')} s`

const results = (chosen.length > 0 ? chosen : LONG).map(run)
console.log('\n| long test | end | took |\n| --- | --- | --- |')
for (const { name, end, seconds } of results) console.log(`| ${name} | ${end} | ${inMinutes(seconds)} |`)
process.exitCode = results.every(({ end }) => end === 'passed') ? 0 : 1
