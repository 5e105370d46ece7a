// Makes the two Prisma clients from the models, which both engines share.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Makes both clients. Resolves to whether that succeeded. */
export async function generateClients() {
  const codes = await Promise.all(['sqlite', 'postgres'].map(generate))
  return codes.every((code) => code === 0)
}

/**
 * Runs Prisma's `generate`, which needs no schema engine; yet the CLI would download one. Naming an existing file (node
 * itself) prevents that, with or without a network.
 */
async function generate(engine) {
  const cli = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js')
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

/**
 * Copies an engine's schema and the models, which both engines share, into one folder, because Prisma reads only one.
 * Returns the folder, relative to the project's root. It is as deep as prisma/<engine>, from which the schema's paths
 * are relative. Several processes may do so at the same time, while others read: a file that fits stays, and any other
 * is replaced as a whole.
 * @param {'sqlite' | 'postgres'} engine
 */
export function assembleSchema(engine, project = root) {
  const folder = `.schema/${engine}`
  const [source, target] = [join(project, 'prisma'), join(project, folder)]
  copy(join(source, engine, 'schema.prisma'), join(target, 'schema.prisma'))
  const models = readdirSync(join(source, 'models'))
  for (const name of models) copy(join(source, 'models', name), join(target, 'models', name))
  for (const name of readdirSync(join(target, 'models'))) {
    // Other processes may be writing files, whose names end differently.
    if (name.endsWith('.prisma') && !models.includes(name))
      rmSync(join(target, 'models', name), { force: true })
  }
  return folder
}

function copy(from, to) {
  const text = readFileSync(from, 'utf8')
  if (existsSync(to) && readFileSync(to, 'utf8') === text) return
  mkdirSync(dirname(to), { recursive: true })
  const whole = `${to}.${process.pid}`
  writeFileSync(whole, text)
  renameSync(whole, to)
}
