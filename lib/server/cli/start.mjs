// `npm start`: from settings to the server. This process becomes the worker, which calls the upstream, and forks the web
// process; in development both are one. Plain JavaScript, since Node 20 cannot read TypeScript: what prepares the start and
// the worker are loaded through tsx, which stays out of the web's modules.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { fileURLToPath } from 'node:url'
import { tsImport } from 'tsx/esm/api'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
const isDevelopment = process.argv.includes('--dev')

process.chdir(root)
process.env.NEXT_TELEMETRY_DISABLED ??= '1'
try {
  if (existsSync('.env')) loadEnvFile('.env')
  const { prepare, work } = await tsImport('./prepare.ts', import.meta.url)
  // New files in the data folder are for this user alone; the build's files keep the usual mode.
  const usualMask = process.umask(0o077)
  const { env, nextAuthSecret, migrated } = await prepare(process.env, join(root, 'prisma'))
  process.umask(usualMask)
  await requireFreePort(env.PORT)
  process.env.NEXTAUTH_SECRET = nextAuthSecret
  // Without a fixed address next-auth takes it from the request.
  if (!env.NEXTAUTH_URL) process.env.AUTH_TRUST_HOST ??= 'true'
  if (migrated.length > 0)
    console.log(`Database ready in ${env.DATABASE_URL ? 'PostgreSQL' : env.PURSER_DATA}.`)
  if (!isDevelopment && !existsSync('.next/BUILD_ID')) build()
  await serve(env, work)
} catch (error) {
  console.error(`Purser did not start. ${error.name === 'AppError' ? error.message : error.stack}`)
  process.exit(1)
}

function build() {
  console.log('Building Purser; this is done once and takes a minute or two.')
  const { status } = spawnSync(process.execPath, [next, 'build'], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw Object.assign(new Error('The build failed; see above.'), { name: 'AppError' })
}

function serve(env, work) {
  // npm runs us below a shell that dies of SIGTERM without passing it on, so watch for a new parent.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref()
  }
  const port = ['--port', String(env.PORT)]
  if (!isDevelopment) return work(env, join(root, 'lib/server/cli/web.mjs'), ['start', ...port])
  process.argv = [process.execPath, 'web.mjs', 'dev', ...port]
  return import('./web.mjs')
}

/** Next would print a stack trace; this is a sentence. */
function requireFreePort(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`
      reject(
        Object.assign(new Error(`Port ${port} ${why}. Stop that, or set PORT to another one.`), {
          name: 'AppError',
        }),
      )
    })
    probe.listen(port, () => probe.close(() => resolve()))
  })
}
