import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeSuiteCost, readTestOptions } from '@/lib/server/cli/test-provider'

const KEY = 'xd_live_abcd0123456789ABCDEFGHIJKLMNOPQR'
const AT = ['--base-url', 'https://upstream.test']

const folder = mkdtempSync(join(tmpdir(), 'purser-provider-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

test('the key comes from the environment, a file or the command line, which causes a warning', () => {
  for (const [args, env, isKeyInSight] of [
    [AT, { PURSER_TEST_KEY: KEY }, false],
    [[...AT, '--key-file', fileOf('key', `${KEY}\n`)], {}, false],
    [[...AT, '--key', KEY], {}, true],
  ] as const) {
    const upstream = readTestOptions(args, env)
    expect(upstream?.key.reveal()).toBe(KEY)
    expect(upstream?.isKeyInSight).toBe(isKeyInSight)
  }
})

test('a provider with its own address needs no other', () => {
  const file = fileOf('own.json', '\ufeff{"baseUrl":"https://api.own.test"}')
  const args = ['--key', KEY, '--provider', file]
  expect(readTestOptions(args, {})?.baseUrl).toBe('https://api.own.test')
  expect(readTestOptions([...AT, ...args], {})?.baseUrl).toBe('https://upstream.test')
})

test('a key has the form that the provider names', () => {
  const file = fileOf('form.json', '{"key":{"beginsWith":"xq_","length":null}}')
  const read = (key: string) => readTestOptions([...AT, '--key', key, '--provider', file], {})
  expect(read(`xq_${'0'.repeat(64)}`)?.provider.key.beginsWith).toBe('xq_')
  expect(() => read(KEY)).toThrow('That is not a key. A key begins with xq_.')
})

test('without arguments there is no upstream: the sandbox is tested', () => {
  expect(readTestOptions([], { PURSER_TEST_KEY: KEY })).toBeNull()
})

test.each([
  [['--yes'], 'Name the upstream with --base-url'],
  [AT, 'Give the key in PURSER_TEST_KEY'],
  [[...AT, '--key', `${KEY}x`], 'That is not a key'],
  [[...AT, '--key', KEY, '--max-items', '49'], '--max-items must be'],
  [[...AT, '--key', KEY, '--max-items', 'many'], '--max-items must be'],
  [[...AT, '--key', KEY, '--max-items', '1e3'], '--max-items must be'],
  [[...AT, '--key', KEY, '--provider', '/nowhere.json'], '/nowhere.json, which cannot be read'],
  [[...AT, '--key', KEY, '--provider', fileOf('bad.json', '{"search":{"path":7}}')], 'search.path'],
])('%j is refused in a sentence without the key', (args, sentence) => {
  const read = () => readTestOptions(args, {})
  expect(read).toThrow(sentence)
  expect(read).not.toThrow(KEY.slice(12))
})

test('the cost names the key only by its prefix, and counts credits if every price is known', () => {
  const priced = fileOf('priced.json', '{"price":{"timeline":"0.15","search":"0.2","followers":"0.05"}}')
  const upstream = readTestOptions([...AT, '--key', KEY, '--max-items', '500', '--provider', priced], {})
  const cost = upstream ? describeSuiteCost(upstream) : ''
  expect(cost).toContain('Items: 500 at most')
  expect(cost).toContain('Credits: 100 at most')
  expect(cost).toContain('xd_live_abcd…')
  expect(cost).not.toContain(KEY.slice(12))
})
