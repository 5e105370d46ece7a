import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '@/lib/api'
import { ACTIONS, PAGES, ROUTES } from '@/tests/support/access-table'
import { ENDPOINT_ACCESS } from '@/tests/support/token-access'

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((path) => join('app', path))
const named = (name: string) => files.filter((path) => path.endsWith(`/${name}`)).sort()

/** Returns the exports of a module marked 'use server': each is an endpoint that anyone can call. */
function actionsIn(path: string, text: string): string[] {
  if (!/^['"]use server['"]/m.test(text)) return []
  return [...text.matchAll(/^export (?:const|async function|function) (\w+)/gm)].map(
    ([, name]) => `${path}#${name}`,
  )
}

const actions = files
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) => actionsIn(path, readFileSync(path, 'utf8')))

test('every server action is in the access table, and nothing else is', () => {
  expect(actions.sort()).toEqual(Object.keys(ACTIONS).sort())
})

test('every page is in the access table, and nothing else is', () => {
  expect(named('page.tsx')).toEqual(Object.keys(PAGES).sort())
})

test('every route handler is in the access table, and nothing else is', () => {
  expect(named('route.ts')).toEqual(Object.keys(ROUTES).sort())
})

test('every endpoint of the API is in the table with what a token needs, and nothing else is', () => {
  const endpoints = ENDPOINTS.map(({ method, path, permission }) => [`${method} ${path}`, permission])
  expect(Object.fromEntries(endpoints)).toEqual(ENDPOINT_ACCESS)
  expect(endpoints).toHaveLength(Object.keys(ENDPOINT_ACCESS).length)
})

test('finds an action that is missing from the table', () => {
  const text =
    "'use server'\nexport const eraseAction = teamAction.action(erase)\nexport async function wipe() {}\n"
  expect(actionsIn('app/x/actions.ts', text)).toEqual([
    'app/x/actions.ts#eraseAction',
    'app/x/actions.ts#wipe',
  ])
})

test('server actions are only in the actions.ts files of app/', () => {
  const elsewhere = ['components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('generated'))
      .filter((path) => /['"]use server['"]/.test(readFileSync(path, 'utf8'))),
  )
  expect(elsewhere).toEqual([])
  expect(actions.filter((name) => !name.includes('/actions.ts#'))).toEqual([])
})
