import { expect, test } from 'vitest'
import { examplesOf } from '@/components/services/examples'

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
  const codes = examplesOf({ ...at, auth }).map(({ code }) => code)
  for (const [place, told] of [curl, script, python].entries()) {
    expect(codes[place]).toContain(told)
    expect(codes[place]).toContain(at.gateway)
    expect(codes[place]).toContain(at.path)
  }
})
