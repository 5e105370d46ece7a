import { expect, test } from 'vitest'
import { examplesOf } from '@/components/services/examples'

const at = { gateway: 'https://purser.example.org/gateway', path: '/v1/users/ada/tweets?count=20' }

test.each([
  ['x-api-key', 'x-api-key: $GATEWAY_KEY', "'x-api-key': key", '"x-api-key": key'],
  [
    'authorization',
    'authorization: Bearer $GATEWAY_KEY',
    "'authorization': 'Bearer ' + key",
    '"authorization": f"Bearer {key}"',
  ],
] as const)('each example sends the key as the provider says: %s', (header, curl, script, python) => {
  const codes = examplesOf({ ...at, header }).map(({ code }) => code)
  for (const [place, told] of [curl, script, python].entries()) {
    expect(codes[place]).toContain(told)
    expect(codes[place]).toContain(at.gateway)
    expect(codes[place]).toContain(at.path)
  }
})
