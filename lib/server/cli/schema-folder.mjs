import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Copies an engine's schema and the models, which both engines share, into one folder, since Prisma reads one. Answers
 * the folder, relative to the project's root; it lies as deep as prisma/<engine>, where the schema's paths begin.
 */
export function assembleSchema(engine) {
  const folder = `.schema/${engine}`
  const target = join(root, folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(join(target, 'models'), { recursive: true })
  copyFileSync(join(root, 'prisma', engine, 'schema.prisma'), join(target, 'schema.prisma'))
  const models = join(root, 'prisma/models')
  for (const name of readdirSync(models)) copyFileSync(join(models, name), join(target, 'models', name))
  return folder
}
