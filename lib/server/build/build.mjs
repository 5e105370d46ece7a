// `npm run build`. `npm start` and the tests call `ensureBuild`.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isLocked, liveUser, lockBuild, noteUser } from './build-users.mjs'
import { bundle } from './bundle.mjs'
import { hashSources } from './sources.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const stampOf = (folder) => join(folder, 'purser-sources')

const SIGNALS = ['SIGTERM', 'SIGINT']

const folder = join(root, '.next')
/** The launch and the worker in one file, so that a start need not spend seconds on compiling them. */
const worker = join(folder, 'purser-worker.mjs')
/** The entry of the web process, with the door. */
export const WEB = join(folder, 'purser-web.mjs')

/**
 * A build. Tests have their own.
 * @typedef {object} BuildProject
 * @property {string} folder
 * @property {() => string} hash Returns a hash of the sources.
 * @property {readonly string[]} [outputs] Files that must exist; if one is missing, the build is made again.
 * @property {string} script Path of the script, which Node runs with the argument `build`.
 * @property {() => Promise<unknown>} [prepare] Runs before the script.
 * @property {() => Promise<unknown>} [finish] Runs after the script has succeeded.
 */

/** @type {BuildProject} */
const PURSER = {
  folder,
  hash: hashSources,
  outputs: [join(folder, 'BUILD_ID'), worker, WEB],
  script: createRequire(import.meta.url).resolve('next/dist/bin/next'),
  prepare: makeClients,
  finish: () =>
    Promise.all([bundle('lib/server/cli/launch.ts', worker), bundle('lib/server/front/web.ts', WEB)]),
}

/**
 * Returns the key from which, with file and name, Next makes the ids of server actions. It is the same for every
 * build, so that a tab of one build can submit to the next one. It protects no secret: the key that encrypts is
 * another one, given at start.
 */
export const keyOfActionIds = () =>
  createHash('sha256').update('purser: ids of server actions').digest('base64')

/** Returns the address of the built launch and worker; undefined if the build does not fit the sources. */
export const builtWorker = () => (hasBuildThatFits(PURSER) ? pathToFileURL(worker).href : undefined)

/**
 * Makes the build unless one already fits the sources. If another process is making it, waits for that one. `serves`
 * notes that this process will serve from it, and `say` is called before a build begins. Throws an error with a
 * message for the operator.
 * @param {{ say?: () => void, serves?: boolean, project?: BuildProject }} [options]
 */
export async function ensureBuild({ say, serves = false, project = PURSER } = {}) {
  if (hasBuildThatFits(project)) {
    const forget = serves ? noteUser(project.folder) : () => undefined
    if (!isLocked(project.folder)) return
    forget()
  }
  await underLock(project, async (noteBuilder) => {
    if (!hasBuildThatFits(project)) await makeBuild(project, noteBuilder, { say })
    if (serves) noteUser(project.folder)
  })
}

/** Returns whether the build fits the sources. One that lacks a file that a start needs does not count. */
function hasBuildThatFits({ folder, hash, outputs = [] }) {
  const stamp = stampOf(folder)
  return [stamp, ...outputs].every(existsSync) && readFileSync(stamp, 'utf8') === hash()
}

async function underLock({ folder }, run) {
  const { noteBuilder, release } = await lockBuild(folder, () =>
    console.log('Another process builds Purser in this folder; waiting for it.'),
  )
  try {
    await run(noteBuilder)
  } finally {
    release()
  }
}

/** Makes the build and notes its sources. On failure, prints the reason and ends this process. */
export async function buildOrEnd(environment = {}) {
  try {
    await underLock(PURSER, (noteBuilder) => makeBuild(PURSER, noteBuilder, { environment }))
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

async function makeBuild({ folder, hash, script, prepare, finish }, noteBuilder, { environment = {}, say }) {
  const user = liveUser(folder)
  if (user)
    throw sentence(`A Purser is running from this folder (process ${user}). Stop it, then start again.`)
  say?.()
  const sources = hash()
  rmSync(stampOf(folder), { force: true })
  await prepare?.()
  const status = await run(script, noteBuilder, {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: keyOfActionIds(),
    ...environment,
  })
  if (status !== 0) throw sentence('The build failed; see above.')
  await finish?.()
  writeFileSync(stampOf(folder), sources)
}

/**
 * Makes the Prisma clients again, because the models may have changed since `npm ci`: a client that does not know a
 * column would not read it.
 */
async function makeClients() {
  const { generateClients } = await import('./generate.mjs')
  if (!(await generateClients())) throw sentence('The Prisma clients could not be made; see above.')
}

/** Runs `next build`. A signal that would end this process ends that one first, and the lock is released. */
async function run(script, noteBuilder, env) {
  const child = spawn(process.execPath, [script, 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
  let isEnding = false
  const pass = (signal) => {
    isEnding = true
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, pass)
  try {
    noteBuilder(child.pid)
    const [status] = await once(child, 'exit')
    if (isEnding) throw sentence('The build was stopped.')
    return status
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass)
  }
}

const sentence = (message) => Object.assign(new Error(message), { name: 'AppError' })

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildOrEnd()
