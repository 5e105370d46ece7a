import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Everything that a build is made from. The Prisma clients are made from prisma/ and the packages in the lock file. */
const SOURCES = [
  'app',
  'components',
  'lib',
  'prisma/models',
  'prisma/sqlite/schema.prisma',
  'prisma/postgres/schema.prisma',
  'public',
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
]
const GENERATED = join('lib', 'platform', 'db', 'generated')

let known

/**
 * Returns a hash of what a build is made from, as 20 hex digits: the same on every machine with the same files. A
 * process reads the files only once, so a change during a build makes the next start build again.
 */
export function hashSources() {
  known ??= readAndHash()
  return known
}

function readAndHash() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesOf).sort()) {
    const content = createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex')
    hash.update(`${path.replaceAll('\\', '/')} ${content}\n`)
  }
  return hash.digest('hex').slice(0, 20)
}

function filesOf(path) {
  const place = join(root, path)
  if (!existsSync(place) || path === GENERATED) return []
  if (!statSync(place).isDirectory()) return [path]
  return readdirSync(place).flatMap((name) => filesOf(join(path, name)))
}
