// `npm run test:long -- nodes`, or `node lib/server/build/test-nodes.mjs 22 24` for only some versions: runs, in a clean
// copy on each version of Node that `npm ci` accepts, the installation, the unit tests, the integration tests that use
// the database most, and a start. Prints a table; docs/run/nodes.md holds the last one.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const VERSIONS = ['20.19', '22', '24', '26']
/** Integration tests that open databases in every way: both engines, several processes, transactions, migrations. */
const INTEGRATION = [
  'accounts',
  'budgets',
  'databases',
  'group-commit',
  'ledger',
  'runs',
  'two-writers',
  'worker',
]
const STEPS = {
  'npm ci': ['npm', 'ci', '--no-audit', '--no-fund'],
  unit: ['npx', 'vitest', 'run', '--project', 'unit'],
  integration: [
    'npx',
    'vitest',
    'run',
    '--project',
    'integration',
    ...INTEGRATION.map((name) => `tests/integration/${name}.test.ts`),
  ],
  start: [
    'npx',
    'vitest',
    'run',
    '--project',
    'chaos',
    'tests/chaos/start.test.ts',
    'tests/chaos/served.test.ts',
  ],
}

const wanted = process.argv.slice(2)
const rows = (wanted.length > 0 ? wanted : VERSIONS).map(tryVersion)
const names = Object.keys(STEPS)
console.log(`\n| Node | ${names.join(' | ')} |\n| --- |${names.map(() => ' --- |').join('')}`)
for (const { version, results } of rows)
  console.log(`| ${version} | ${names.map((name) => results[name] ?? 'not run').join(' | ')} |`)
if (rows.some(({ results }) => names.some((name) => !results[name]?.startsWith('passed')))) process.exit(1)

function tryVersion(wantedVersion) {
  const bin = installNode(wantedVersion)
  const version = execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim()
  const folder = mkdtempSync(join(tmpdir(), 'purser-node-'))
  // A temporary folder is closed to others, but one test starts Purser as another user.
  chmodSync(folder, 0o755)
  try {
    copyProject(folder)
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
    const results = {}
    for (const [name, [program, ...args]] of Object.entries(STEPS)) {
      console.log(`\n== Node ${version}: ${name}`)
      const begun = performance.now()
      const { status } = spawnSync(program, args, {
        cwd: folder,
        env,
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      results[name] =
        `${status === 0 ? 'passed' : 'failed'}, ${Math.round((performance.now() - begun) / 1000)} s`
      if (name === 'npm ci' && status !== 0) break
    }
    return { version, results }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Installs the npm package `node` and keeps it, because it weighs 100 MB. Returns the folder of its binary. */
function installNode(version) {
  const folder = join(root, 'node_modules/.cache/nodes', version)
  const bin = join(folder, 'node_modules/.bin')
  if (!existsSync(join(bin, 'node'))) {
    mkdirSync(folder, { recursive: true })
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@${version}`], {
      stdio: 'inherit',
    })
  }
  return bin
}

function copyProject(folder) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of listed.split('\n').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  // Tests ask git which files belong to the project.
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
}
