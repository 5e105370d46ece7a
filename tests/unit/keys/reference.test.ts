import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findReferenceViolation,
  isReference,
  readReference,
  referenceVariablePrefix,
} from '@/lib/keys/keys/reference'

const acme = { slug: 'acme' }
const KEY = `xd_live_${'k'.repeat(32)}`

describe('names of variables', () => {
  test.each([
    ['acme', 'env:PURSER_KEY_ACME__MAIN'],
    ['acme', 'env:PURSER_KEY_ACME__MAIN_2'],
    ['acme', 'env:PURSER_KEY_ACME__7'],
    ['acme-2', 'env:PURSER_KEY_ACME_2__MAIN'],
    ['a-', 'env:PURSER_KEY_A___MAIN'],
  ])('the team %s may use %s', (slug, reference) => {
    expect(findReferenceViolation({ slug }, reference)).toBeNull()
  })

  test.each([
    ['a setting of Purser', 'env:PURSER_MASTER_KEY'],
    ['the folder’s setting', 'env:PURSER_KEY_FILES'],
    ['any variable', 'env:PATH'],
    ['another secret', 'env:DATABASE_URL'],
    ['another team', 'env:PURSER_KEY_OTHER__MAIN'],
    ['a team whose name begins alike', 'env:PURSER_KEY_ACME_2__MAIN'],
    ['a team whose name could hide in the rest', 'env:PURSER_KEY_ACME__B__MAIN'],
    ['one that begins with an underscore', 'env:PURSER_KEY_ACME___MAIN'],
    ['no name at all', 'env:PURSER_KEY_ACME__'],
    ['an empty reference', 'env:'],
    ['small letters', 'env:PURSER_KEY_acme__MAIN'],
    ['a blank before it', 'env: PURSER_KEY_ACME__MAIN'],
    ['a line end after it', 'env:PURSER_KEY_ACME__MAIN\n'],
    ['a second line', 'env:PURSER_KEY_ACME__MAIN\nPATH'],
    ['a property of objects', 'env:__proto__'],
    ['a sign of a shell', 'env:PURSER_KEY_ACME__$PATH'],
  ])('refused: %s', async (_, reference) => {
    expect(findReferenceViolation(acme, reference)).toMatch(/^The variable must be named PURSER_KEY_ACME__…/)
    const everything = new Proxy({}, { get: () => KEY })
    await expect(readReference(acme, reference, { variables: everything, folder: null })).rejects.toThrow(
      'must be named',
    )
  })

  test('no variable belongs to two teams', () => {
    const slug = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+){0,3}-?$/)
    const rest = fc.stringMatching(/^[A-Z0-9_]{1,12}$/)
    fc.assert(
      fc.property(slug, slug, rest, (one, other, name) => {
        fc.pre(one !== other)
        const reference = `env:${referenceVariablePrefix({ slug: one })}${name}`
        const mayRead = [one, other].filter(
          (each) => findReferenceViolation({ slug: each }, reference) === null,
        )
        expect(mayRead.length).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('files', () => {
  let root: string
  let folder: string
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'purser-keys-'))
    folder = join(root, 'keys')
    for (const name of ['keys/acme/sub', 'keys/acme/..data-1', 'keys/other', 'keys/acme-2', 'outside'])
      mkdirSync(join(root, name), { recursive: true })
    const files = ['keys/acme/main.key', 'keys/acme/sub/two', 'keys/acme/..data-1/key', 'keys/other/main.key']
    for (const name of [...files, 'keys/acme-2/main.key', 'outside/secret', 'keys/loose'])
      writeFileSync(join(root, name), `${KEY}\n`)
    writeFileSync(join(root, 'keys/acme/empty'), ' \n')
    writeFileSync(join(root, 'keys/acme/large'), 'x'.repeat(4097))
    symlinkSync('..data-1/key', join(folder, 'acme/mounted'))
    symlinkSync('../../outside/secret', join(folder, 'acme/out'))
    symlinkSync('../../outside', join(folder, 'acme/outdir'))
    symlinkSync('../other/main.key', join(folder, 'acme/neighbour'))
    symlinkSync('/proc/self/environ', join(folder, 'acme/environment'))
    symlinkSync('../outside', join(folder, 'linked'))
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const read = (reference: string, slug = 'acme') =>
    readReference({ slug }, reference, { variables: {}, folder })

  test.each(['main.key', 'sub/two', 'mounted'])('file:%s is read, without its line end', async (name) => {
    expect(await read(`file:${name}`)).toBe(KEY)
  })

  test.each([
    '../other/main.key',
    'sub/../../other/main.key',
    '..',
    '.',
    '',
    '/etc/passwd',
    '//etc/passwd',
    'sub//two',
    'sub/',
    './main.key',
    '..data-1/key',
    '.hidden',
    'main.key\0',
    'main.key\n',
    '..\\other\\main.key',
    'C:\\keys',
    '~/key',
    '%2e%2e/other/main.key',
    '$HOME/key',
    'ｍain.key',
    'a b',
  ])('file:%j is refused as a name', async (name) => {
    expect(findReferenceViolation(acme, `file:${name}`)).toMatch(/^Name a file below/)
    await expect(read(`file:${name}`)).rejects.toThrow('Name a file below')
  })

  test.each(['out', 'outdir/secret', 'neighbour', 'environment', 'none', 'sub', 'empty', 'large'])(
    'file:%s cannot be read, and the refusal is the same for all',
    async (name) => {
      const refused = await read(`file:${name}`).catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'conflict' })
      expect(String(refused)).toBe(String(await read(`file:${name}`).catch((error: unknown) => error)))
      expect(String(refused)).toContain(`the file ${name} is not in the folder acme`)
      expect(String(refused)).not.toContain(root)
    },
  )

  test('a team’s folder that leads elsewhere or does not exist yields nothing, nor does a Purser without a folder', async () => {
    await expect(read('file:secret', 'linked')).rejects.toThrow('cannot be read')
    await expect(read('file:main.key', 'nobody')).rejects.toThrow('cannot be read')
    await expect(readReference(acme, 'file:main.key', { variables: {}, folder: null })).rejects.toThrow(
      'PURSER_KEY_FILES',
    )
  })
})

test('a key is not a reference', () => {
  expect([KEY, 'xd_live_env:', ' env:A', 'ENV:A', 'http:x'].some(isReference)).toBe(false)
  expect(['env:A', 'file:a', 'file:'].every(isReference)).toBe(true)
})

test('a variable that is not set, or empty, is reported as such', async () => {
  for (const value of [undefined, '', '  \n']) {
    const places = { variables: { PURSER_KEY_ACME__MAIN: value }, folder: null }
    await expect(readReference(acme, 'env:PURSER_KEY_ACME__MAIN', places)).rejects.toThrow('is not set')
  }
  const places = { variables: { PURSER_KEY_ACME__MAIN: `${KEY}\n` }, folder: null }
  expect(await readReference(acme, 'env:PURSER_KEY_ACME__MAIN', places)).toBe(KEY)
})
