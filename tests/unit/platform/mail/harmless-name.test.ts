import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitiseNameForMail } from '@/lib/platform/mail'

test('a name keeps its letters, whatever the language', () => {
  for (const name of ['Über Data & Co', 'О’Коннор-2', '東京 (data)', 'Ops, night'])
    expect(sanitiseNameForMail(name)).toBe(name)
})

test('no name holds a link or an address of mail, or a line of its own', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.emailAddress()), (name) => {
      const harmless = sanitiseNameForMail(name)
      expect(harmless).not.toMatch(/[.:/@\\<>\p{C}\n\r]/u)
      expect(harmless.length).toBeLessThanOrEqual(60)
    }),
  )
})
