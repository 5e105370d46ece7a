import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPERATION_NAMES } from '@/lib/kernel'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import { readReadyProviders } from '@/lib/upstream/providers'

const text = readFileSync(new URL('../../docs/run/provider.md', import.meta.url), 'utf8')

/** Returns the cells of the rows that begin with a field, by its name; the last such row counts. */
const rowsIn = (
  section: string,
): ReadonlyMap<string, { readonly said: string; readonly byDefault: string }> =>
  new Map(
    [...section.matchAll(/^\| `([\w.]+)` \| (.*?) \| (.+) \|$/gm)].map(
      ([, name = '', byDefault = '', said = '']) => [name, { byDefault, said }],
    ),
  )
const sectionOf = (title: string): string => text.split(/^## /m).find((part) => part.startsWith(title)) ?? ''
const lists = rowsIn(sectionOf('Lists'))
const others = rowsIn(text.replace(sectionOf('Lists'), ''))

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

/** Returns every field by its dotted name, with its value, including those of groups that may be null. */
const fieldsIn = (group: object, at = ''): [name: string, value: unknown][] =>
  Object.entries(group).flatMap(([name, value]): [string, unknown][] =>
    isGroup(value) ? fieldsIn(value, `${at}${name}.`) : [[`${at}${name}`, value]],
  )

/** A provider with all optional groups. */
const whole = readProvider({
  rate: { requests: 1 },
  lookup: { path: '/{user}' },
  timeline: { rate: { requests: 1 }, product: { name: 'a', latest: 'b', top: 'c' } },
})

const isList = (name: string): boolean => OPERATION_NAMES.some((list) => name.startsWith(`${list}.`))
const names = fieldsIn(whole).map(([name]) => name)

test.each(names.filter((name) => !isList(name)))('docs/run/provider.md explains the field %s', (name) => {
  expect(others.get(name)?.said).toMatch(/\w{3}/)
})

test.each(fieldsIn(whole.timeline).map(([name]) => name))(
  'docs/run/provider.md explains the field %s of a list',
  (name) => {
    expect(lists.get(name)?.said).toMatch(/\w{3}/)
  },
)

test('it explains no field that does not exist', () => {
  const own = [...others.keys()].filter((name) => !READY.includes(name))
  expect(own.filter((name) => !names.includes(name))).toEqual([])
  expect([...lists.keys()].filter((name) => !names.includes(`timeline.${name}`))).toEqual([])
})

const READY = ['getxapi', 'socialdata', 'twitterapi.io', 'x', 'xquik']

/** Returns the document's notation of a value. */
function written(value: unknown): string[] {
  if (Array.isArray(value))
    return value.flatMap((each: unknown) => (typeof each === 'string' ? written(each) : []))
  if (typeof value === 'number') return [value.toLocaleString('en')]
  return typeof value === 'string' && value !== '' ? [`\`${value}\``] : []
}

test('its defaults are those in force', () => {
  const wrong = fieldsIn(defaultProvider).filter(([name, value]) => {
    const row = isList(name) ? lists.get(name.slice(name.indexOf('.') + 1)) : others.get(name)
    return !written(value).every((each) => row?.byDefault.includes(each))
  })
  expect(wrong).toEqual([])
  expect(others.get('plans')?.byDefault).toBe(
    defaultProvider.plans.map(({ name }) => `\`${name}\``).join(', '),
  )
})

test('it names each ready provider, and everything about it that is not confirmed', async () => {
  const ready = await readReadyProviders()
  expect(Object.keys(ready)).toEqual(READY)
  const rows = rowsIn(sectionOf('Ready providers'))
  for (const [name, { name: service, unconfirmed }] of Object.entries(ready))
    expect(rows.get(name)).toEqual({ byDefault: service, said: unconfirmed.join('; ') })
})

test('its example is a valid provider', () => {
  const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(text)?.[1] ?? '')
  const provider = readProvider(example)
  expect(provider.search.subject.name).toBe('query')
  expect(provider.timeline.cursor).toMatchObject({ send: 'pagination_token', read: 'meta.next_token' })
})
