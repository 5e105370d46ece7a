// `npm start`: from the settings to the server. This process becomes the worker, which calls the upstream, and forks
// the web process; in development both are one. Plain JavaScript, because it runs before anything is compiled. The
// worker and what prepares the start come from the build, or, if that must be made first, through tsx, which stays out
// of the web's modules.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtWorker, ensureBuild } from './build.mjs'
import { isNodeSupported } from './own-node.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const isDevelopment = process.argv.includes('--dev')

if (!isNodeSupported()) {
  console.error(
    `Purser did not start. It needs Node 22 or later, and this is Node ${process.versions.node}. Use npm start: npm ci has installed a newer one for it.`,
  )
  process.exit(1)
}

const built = isDevelopment ? undefined : builtWorker()
const { launch, work } = built ? await import(built) : await fromSources()

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
  return tsImport('./from-sources.ts', import.meta.url)
}

function serve(env) {
  return work(env, join(root, 'lib/server/cli/web.mjs'), [
    'start',
    '--port',
    String(env.PORT),
    '--hostname',
    env.HOST,
  ])
}

function develop(env) {
  process.argv = [process.execPath, 'web.mjs', 'dev', '--port', String(env.PORT), '--hostname', env.HOST]
  process.env.TRUSTED_PROXIES = env.TRUSTED_PROXIES ?? ''
  return import('./web.mjs')
}
