import { expect, test } from 'vitest'
import { createTokenTryLimiter } from '@/lib/platform/tries'

async function flooded(source: string) {
  let now = 0
  const tries = createTokenTryLimiter({ monotonic: () => now })
  tries.right('right')
  for (let tried = 0; tried <= 60; tried++) await tries.wrong(`wrong ${tried}`, source)
  return {
    tries,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('after sixty wrong tokens in a minute an address must wait with other tokens, and no other address must', async () => {
  const { tries } = await flooded('192.0.2.1')
  expect(await tries.waitMs('another', '192.0.2.1')).toBeGreaterThan(50_000)
  expect(await tries.waitMs('another', '192.0.2.2')).toBe(0)
})

test('one wrong token, however often it is tried, is refused itself and locks out no other of its address', async () => {
  const tries = createTokenTryLimiter({ monotonic: () => 0 })
  await Promise.all(Array.from({ length: 61 }, () => tries.wrong('wrong', '192.0.2.1')))
  expect(await tries.waitMs('wrong', '192.0.2.1')).toBeGreaterThan(50_000)
  expect(await tries.waitMs('another', '192.0.2.1')).toBe(0)
})

test('a token that was right within the hour is never locked out by others of its address', async () => {
  const { tries, pass } = await flooded('192.0.2.1')
  expect(await tries.waitMs('right', '192.0.2.1')).toBe(0)
  pass(3_600_001)
  expect(await tries.waitMs('right', '192.0.2.1')).toBeGreaterThan(0)
})

test('all IPv6 addresses of a /64 network count together', async () => {
  const { tries } = await flooded('2001:db8:0:1::7')
  expect(await tries.waitMs('another', '2001:db8:0:1:9:9:9:9')).toBeGreaterThan(0)
  expect(await tries.waitMs('another', '2001:db8:0:2::7')).toBe(0)
})
