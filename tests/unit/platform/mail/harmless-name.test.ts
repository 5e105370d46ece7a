import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitiseNameForMail } from '@/lib/platform/mail'

test('a name keeps its letters in any language', () => {
  for (const name of ['Über Data & Co', 'О’Коннор-2', '東京 (data)', 'Ops, night'])
    expect(sanitiseNameForMail(name)).toBe(name)
})

test('no name contains a link, a mail address or a line break', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.emailAddress()), (name) => {
      const harmless = sanitiseNameForMail(name)
      expect(harmless).not.toMatch(/[.:/@\\<>\p{C}\n\r]/u)
      expect(harmless.length).toBeLessThanOrEqual(60)
    }),
  )
})
