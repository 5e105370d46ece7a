import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { providerSchema, readProvider } from '@/lib/upstream/client'

const text = readFileSync(new URL('../../docs/provider.md', import.meta.url), 'utf8')

test.each(Object.keys(providerSchema.shape).filter((name) => name !== 'timelinePath'))(
  'docs/provider.md explains the provider’s field %s',
  (name) => {
    expect(text).toMatch(new RegExp(`^\\|.*\`${name}[\`.]`, 'm'))
  },
)

test('its example is a provider', () => {
  const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(text)?.[1] ?? '')
  expect(readProvider(example).search.subject.name).toBe('query')
})
