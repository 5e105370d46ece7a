// Makes the two Prisma clients. `generate` needs no schema engine, yet the CLI would download one:
// naming an existing file (node itself) spares that, with and without a network.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cli = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js')

for (const engine of ['sqlite', 'postgres']) {
  const { status } = spawnSync(
    process.execPath,
    [cli, 'generate', '--no-hints', '--schema', `prisma/${engine}`],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  )
  if (status !== 0) process.exit(status ?? 1)
}
