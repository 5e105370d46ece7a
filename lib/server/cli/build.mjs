// `npm run build`. `npm start` and the tests call `ensureBuild`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashSources } from './sources.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const STAMP = join(root, '.next', 'purser-sources')

/**
 * Next makes the ids of server actions from this, the file and the name. It is the same for every build, so that a tab
 * of one build can submit to the next one. It keeps nothing secret: what encrypts is another key, given at start.
 */
export const keyOfActionIds = () =>
  createHash('sha256').update('purser: ids of server actions').digest('base64')

/** Makes the build where none fits the sources. Throws a sentence where that fails. `say` is called before it begins. */
export function ensureBuild(say = () => undefined) {
  if (hasBuildThatFits()) return
  say()
  build()
}

const hasBuildThatFits = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashSources()

/** Builds the web process's part, and notes from which sources. Throws a sentence where that fails. */
export function build(environment = {}) {
  const sources = hashSources()
  rmSync(STAMP, { force: true })
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const { status } = spawnSync(process.execPath, [next, 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: keyOfActionIds(),
      ...environment,
    },
  })
  if (status !== 0) throw Object.assign(new Error('The build failed; see above.'), { name: 'AppError' })
  writeFileSync(STAMP, sources)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    build()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
