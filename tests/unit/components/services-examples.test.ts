import { expect, test } from 'vitest'
import { connectExamples, examplePath } from '@/components/services/connect-examples'
import { defaultProvider } from '@/lib/upstream/client'
import { readReadyProviders } from '@/lib/upstream/providers'

const at = { gateway: 'https://purser.example.org/gateway', path: '/v1/users/ada/tweets?count=20' }

test.each([
  [{ header: 'x-api-key', scheme: '' }, 'x-api-key: $GATEWAY_KEY', "'x-api-key': key", '"x-api-key": key'],
  [
    { header: 'authorization', scheme: 'Bearer' },
    'authorization: Bearer $GATEWAY_KEY',
    "'authorization': 'Bearer ' + key",
    '"authorization": f"Bearer {key}"',
  ],
] as const)('each example sends the key as the provider says: %j', (auth, curl, script, python) => {
  const codes = connectExamples({ ...at, auth }).map(({ code }) => code)
  for (const [place, told] of [curl, script, python].entries()) {
    expect(codes[place]).toContain(told)
    expect(codes[place]).toContain(at.gateway)
    expect(codes[place]).toContain(at.path)
  }
})

test('the example requests a timeline as the provider’s own clients do', async () => {
  const ready = await readReadyProviders()
  const paths = Object.entries(ready).map(([id, provider]) => [id, examplePath(provider)])
  expect(Object.fromEntries(paths)).toEqual({
    getxapi: '/twitter/user/tweets?userName=ada',
    socialdata: '/twitter/user/12/tweets',
    'twitterapi.io': '/twitter/user/last_tweets?userName=ada',
    x: '/2/users/12/tweets?max_results=5',
    xquik: '/api/v1/x/users/ada/tweets?pageSize=20',
  })
  expect(examplePath(defaultProvider)).toBe('/v1/users/ada/tweets?count=20')
})
