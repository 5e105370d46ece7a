// `npm run bench -- NAME [options]` measures one thing and prints its figures.
import { spawnSync } from 'node:child_process'

/** What each bench runs. */
export const BENCHES: Readonly<Record<string, readonly string[]>> = {
  pacing: ['tests/bench/pacing/index.ts'],
  shared: ['tests/bench/shared-slots/index.ts'],
  'shared-wire': ['tests/bench/shared-slots/wire.ts'],
  wire: ['tests/bench/pacing/wire.ts'],
  gateway: ['tests/bench/gateway/index.ts'],
  loop: ['tests/bench/loop.ts'],
  look: ['tests/bench/look.ts'],
  overhead: ['tests/bench/overhead.ts'],
  runs: ['tests/bench/runs/index.ts'],
  engine: ['tests/bench/runs/in-process.ts'],
  browser: ['tests/bench/browser/index.ts'],
  web: ['tests/bench/web/index.ts'],
  pages: ['tests/bench/pages.ts'],
  backup: ['tests/bench/backup.ts'],
  details: ['tests/bench/details.ts'],
  days: ['tests/bench/days.ts'],
  writing: ['tests/bench/writing.ts'],
  words: ['tests/bench/words.ts'],
  outlook: ['tests/bench/outlook.ts'],
  usage: ['tests/bench/usage/index.ts'],
  counting: ['tests/bench/counting.ts'],
  keys: ['--expose-gc', 'tests/bench/many-keys.ts'],
}

function run([name = '', ...options]: readonly string[]): number {
  const bench = BENCHES[name]
  if (!bench) {
    const said = name === '' ? 'Name a bench' : `There is no bench called ${name}`
    console.error(`${said}: choose among ${Object.keys(BENCHES).join(', ')}.`)
    return 1
  }
  return spawnSync('node_modules/.bin/tsx', [...bench, ...options], { stdio: 'inherit' }).status ?? 1
}

if (process.argv[1]?.endsWith('run.ts')) process.exitCode = run(process.argv.slice(2))
