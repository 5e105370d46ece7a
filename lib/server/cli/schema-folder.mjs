import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Copies an engine's schema and the models, which both engines share, into one folder, because Prisma reads only one.
 * Returns the folder, relative to the project's root. It is as deep as prisma/<engine>, from which the schema's paths
 * are relative. Several processes may do so at once, while others read: a file that fits stays, and any other is
 * replaced as a whole.
 */
export function assembleSchema(engine, root = project) {
  const folder = `.schema/${engine}`
  const [source, target] = [join(root, 'prisma'), join(root, folder)]
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
