import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { parseEnv, SETTING_NAMES } from '@/lib/platform/settings'
import { SERVER_COMMANDS } from '@/lib/server/cli/server-commands'
import { runProgram } from '@/lib/server/program'
import { BENCHES } from '@/tests/bench/run'
import { LONG_TESTS } from '@/tests/support/test-long'
import { brokenLinksOf, commandsIn, readDocuments, roomsIn, settingsIn } from './documents'
import { readSourceTree } from './source-tree'
import { roomOf } from './storeys'

const documents = readDocuments()
const map = documents.get('docs/change/architecture.md') ?? ''
const settings = documents.get('docs/run/settings.md') ?? ''
const scripts = Object.keys(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts,
)
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

test('the map of lib/ names each room once, and nothing else', () => {
  const rooms = [...readSourceTree().keys()].flatMap((path) => roomOf(path) ?? [])
  expect(roomsIn(map).sort()).toEqual(sorted(rooms))
})

test('docs/run/settings.md, .env.example and the schema name the same settings', () => {
  expect(settingsIn(settings)).toEqual([...SETTING_NAMES])
  const example = readFileSync('.env.example', 'utf8')
  expect([...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)).toEqual([...SETTING_NAMES])
})

test('the defaults in .env.example are those of the schema', () => {
  const example = readFileSync('.env.example', 'utf8')
  const given = [...example.matchAll(/^#([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value])
  const defaults = Object.entries(parseEnv({})).map(([name, value]) => [name, String(value)])
  expect(Object.fromEntries(given)).toEqual(Object.fromEntries(defaults))
})

test('each command in the documents is a script, and each script is in the documents', () => {
  const named = [...documents.values()].flatMap(commandsIn)
  expect(named.filter((name) => !scripts.includes(name))).toEqual([])
  const hooks = ['postinstall', 'start', 'test']
  expect(scripts.filter((name) => !named.includes(name) && !hooks.includes(name))).toEqual([])
  expect(commandsIn('`npm run a:b -- --c` and\nnpm run dd')).toEqual(['a:b', 'dd'])
})

test('each purser command in the documents exists, and each server command is in the documents', async () => {
  const named = [...documents.values()].flatMap((text) =>
    [...text.matchAll(/(?:npm run purser -- |[`\n]purser )(?!help)([a-z-]+)/g)].map(([, name = '']) => name),
  )
  const silent = { env: {}, clock: systemClock, print: () => undefined, printError: () => undefined }
  const io = { ...silent, save: () => Promise.reject(new Error('Help writes no file')) }
  const codes = named.map(async (name) => [
    name,
    Object.hasOwn(SERVER_COMMANDS, name) ? 0 : await runProgram(['help', name], io),
  ])
  expect((await Promise.all(codes)).filter(([, code]) => code !== 0)).toEqual([])
  expect(Object.keys(SERVER_COMMANDS).filter((name) => !named.includes(name))).toEqual([])
})

test('each long test and each bench that a document names exists', () => {
  const named = (script: string) =>
    [...documents.values()].flatMap((text) =>
      [...text.matchAll(new RegExp(`npm run ${script} -- ([a-z][a-z-]*)`, 'g'))].map(([, name]) => name),
    )
  expect(named('test:long').filter((name) => !name || !Object.hasOwn(LONG_TESTS, name))).toEqual([])
  expect(named('bench').filter((name) => !name || !Object.hasOwn(BENCHES, name))).toEqual([])
  expect(Object.keys(BENCHES).filter((name) => !named('bench').includes(name))).toEqual([])
  expect(Object.keys(LONG_TESTS).filter((name) => !named('test:long').includes(name))).toEqual([])
})

test('links between the documents lead to existing files', () => {
  expect(brokenLinksOf(documents)).toEqual([])
  const planted = new Map([['docs/a.md', '[b](b.md) [r](../README.md#settings) [w](https://example.org)']])
  expect(brokenLinksOf(planted)).toEqual(['docs/a.md -> b.md'])
})
