// Makes the two Prisma clients. `generate` needs no schema engine, yet the CLI would download one. Naming an existing
// file (node itself) prevents that, with or without a network.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assembleSchema } from './schema-folder.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cli = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js')

/** Makes both clients. Resolves to whether that succeeded. */
export async function generateClients() {
  const codes = await Promise.all(['sqlite', 'postgres'].map(generate))
  return codes.every((code) => code === 0)
}

async function generate(engine) {
  // Runs without prisma.config.ts, which is for the commands that need a database.
  const args = [cli, 'generate', '--no-hints', '--schema', assembleSchema(engine)]
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
  const [code] = await once(child, 'exit')
  return code
}
