// `npm run build:image`: puts everything that runs Purser, and nothing else, into .image/: Next's standalone server,
// and one file each for the worker, its helper thread, the web process and the commands. The Dockerfile copies that
// folder. Prints its size.
import { chmodSync, cpSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOrEnd } from './build.mjs'
import { bundle } from './bundle.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const image = join(root, '.image')
const at = (...path) => join(image, ...path)

const READER = 'lib/upstream/client/reader-thread.mjs'
const READ_THREAD = 'lib/platform/db/sqlite/read-thread.mjs'
/** Names to keep of what Next copies. A list of names to remove would miss data, keys and settings in the folder. */
const NEEDED = ['.next', 'node_modules', 'server.js', 'package.json']
const COMPILERS = ['typescript', 'tsx', 'esbuild', '@esbuild', 'prisma', 'sharp', '@img']

await buildOrEnd({ PURSER_IMAGE: 'true' })
rmSync(image, { recursive: true, force: true })
for (const name of NEEDED) copy(`.next/standalone/${name}`, name)
for (const name of COMPILERS) rmSync(at('node_modules', name), { recursive: true, force: true })
keepOneBinary()
copy('.next/static')
copy('public')
copy('lib/upstream/providers/ready')
for (const engine of ['sqlite', 'postgres']) copy(`prisma/${engine}/migrations`)
copy(READ_THREAD)
await Promise.all([
  bundle('lib/server/cli/start-image.ts', at('purser.mjs')),
  bundle('lib/server/front/web.ts', at('web.mjs')),
  bundle('lib/server/cli/program.ts', at('program.mjs')),
  bundle('lib/upstream/client/reader-image.ts', at(READER)),
])
// The image's command `purser` is a link to this file.
chmodSync(at('program.mjs'), 0o755)
console.log(`The image’s folder has ${(weigh(image) / 1e6).toFixed(1)} MB.`)

function copy(from, to = from) {
  cpSync(join(root, from), at(to), { recursive: true, verbatimSymlinks: true })
}

/** Removes better-sqlite3's binaries for other systems, and the sources that they were compiled from. */
function keepOneBinary() {
  const folder = at('node_modules/better-sqlite3')
  for (const name of ['deps', 'src', 'binding.gyp'])
    rmSync(join(folder, name), { recursive: true, force: true })
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'linux' : 'linuxmusl'
  const system = process.platform === 'linux' ? libc : process.platform
  for (const name of readdirSync(join(folder, 'prebuilds')))
    if (name !== `${system}-${process.arch}.node`) rmSync(join(folder, 'prebuilds', name))
}

function weigh(path) {
  const { size } = lstatSync(path)
  if (!lstatSync(path).isDirectory()) return size
  return readdirSync(path).reduce((sum, name) => sum + weigh(join(path, name)), 0)
}
