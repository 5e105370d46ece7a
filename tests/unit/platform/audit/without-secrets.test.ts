import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '@/lib/kernel'
import { redactSecrets } from '@/lib/platform/audit'

test.each([
  [{ password: 'hunter2 hunter2' }, { password: '[redacted]' }],
  [{ token: { from: 'one', to: 'two' } }, { token: { from: '[redacted]', to: '[redacted]' } }],
  [{ secret: new Secret('x') }, { secret: '[redacted]' }],
  [{ name: `my xd_live_abcd${'e'.repeat(28)} key` }, { name: 'my xd_live_abcd… key' }],
  [{ subject: 'https://me:pass@example.org/x' }, { subject: 'https://[redacted]@example.org/x' }],
  [{ name: 'https://hooks.slack.com/services/T0/B0/abc' }, { name: 'https://hooks.slack.com/[redacted]' }],
  [{ name: 'whsec_abcdefgh' }, { name: '[redacted]' }],
  [{ name: 'a'.repeat(43) }, { name: '[redacted]' }],
  [{ name: 'x '.repeat(400) }, { name: `${'x '.repeat(400).slice(0, 499)}…` }],
  [
    { amount: '5 items', stops: true, id: '0199c0de-0000-7000-8000-000000000000', none: null },
    { amount: '5 items', stops: true, id: '0199c0de-0000-7000-8000-000000000000', none: null },
  ],
])('%j is stored as %j', (given, stored) => {
  expect(redactSecrets(given)).toEqual(stored)
})

test('no key is stored, whatever text and field contain it', () => {
  const key = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(fc.string(), key, fc.string(), fc.string(), (before, secret, after, field) => {
      const stored = JSON.stringify(redactSecrets({ [field]: `${before} xd_live_${secret} ${after}` }))
      expect(stored).not.toContain(secret)
    }),
  )
})
