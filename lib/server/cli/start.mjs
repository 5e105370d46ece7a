// `npm start`: from the settings to the server. This process becomes the worker, which calls the upstream, and forks
// the web process; in development both are one. Plain JavaScript, because it runs before anything is compiled. The
// worker and what prepares the start come from the build, or, if that must be made first, through tsx, which stays out
// of the web's modules.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { builtWorker, ensureBuild, WEB } from '../build/build.mjs'
import { isNodeSupported } from '../build/own-node.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const isDevelopment = process.argv.includes('--dev')

if (!isNodeSupported()) {
  console.error(
    `Purser did not start. It needs Node 22 or later, and this is Node ${process.versions.node}. Use npm start: npm ci has installed a newer one for it.`,
  )
  process.exit(1)
}

const built = isDevelopment ? undefined : builtWorker()
const { launch, runWorker } = built ? await import(built) : await fromSources()

await launch({
  root,
  build: isDevelopment
    ? undefined
    : () =>
        ensureBuild({
          serves: true,
          say: () => console.log('Building Purser; this is done once for a version and takes a minute.'),
        }),
  serve: isDevelopment ? develop : serve,
})

async function fromSources() {
  const { tsImport } = await import('tsx/esm/api')
  return tsImport('./launch.ts', import.meta.url)
}

function serve(env) {
  return runWorker(env, WEB, ['start', '--port', String(env.PORT), '--hostname', env.HOST])
}

async function develop(env) {
  const { bundle } = await import('../build/bundle.mjs')
  // Next empties its folder, but for the cache.
  const door = join(root, '.next/cache/purser-door.mjs')
  await bundle('lib/server/front/dev.ts', door)
  // In development Next's server runs in its own process.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${pathToFileURL(door)}`
  process.env.NEXT_MANUAL_SIG_HANDLE = 'true'
  process.env.TRUSTED_PROXIES = env.TRUSTED_PROXIES ?? ''
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  process.argv = [process.execPath, next, 'dev', '--port', String(env.PORT), '--hostname', env.HOST]
  return import(pathToFileURL(next))
}
