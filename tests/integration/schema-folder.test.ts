import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { assembleSchema } from '../../lib/server/build/generate.mjs'

const run = promisify(execFile)
const homes: string[] = []
const MODULE = resolve('lib/server/build/generate.mjs')

afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true })
})

function projectCopy(): string {
  const home = mkdtempSync(join(tmpdir(), 'purser-schema-'))
  homes.push(home)
  cpSync('prisma', join(home, 'prisma'), { recursive: true })
  return home
}

/** Starts a process that assembles a schema many times, and fails if a file is missing or incomplete. */
function assembler(home: string) {
  const lines = [
    `import { readFileSync } from 'node:fs'`,
    `const { assembleSchema } = await import(${JSON.stringify(MODULE)})`,
    `const [home] = process.argv.slice(1)`,
    `for (let time = 0; time < 200; time += 1) {`,
    `  const folder = home + '/' + assembleSchema('sqlite', home)`,
    `  if (!readFileSync(folder + '/schema.prisma', 'utf8').includes('datasource')) throw new Error('not whole')`,
    `}`,
  ]
  return run(process.execPath, ['--input-type=module', '-e', lines.join('\n'), home])
}

test('processes that assemble the same schema at once do not disturb each other', async () => {
  const home = projectCopy()
  await Promise.all([assembler(home), assembler(home), assembler(home), assembler(home)])
})

test('a changed model is replaced and a removed one is deleted', () => {
  const home = projectCopy()
  const folder = join(home, assembleSchema('postgres', home))
  writeFileSync(join(folder, 'models/gone.prisma'), 'model Gone {}')
  writeFileSync(join(folder, 'schema.prisma'), 'old')
  assembleSchema('postgres', home)
  expect(existsSync(join(folder, 'models/gone.prisma'))).toBe(false)
  expect(readFileSync(join(folder, 'schema.prisma'), 'utf8')).toBe(
    readFileSync(join(home, 'prisma/postgres/schema.prisma'), 'utf8'),
  )
})
