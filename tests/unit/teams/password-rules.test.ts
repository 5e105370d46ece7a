import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requireStrongPassword } from '@/lib/teams/accounts/password'

const grace = { name: 'Grace Hopper', email: 'grace.hopper@navy.example' }
const faultOf = (password: string) =>
  requireStrongPassword(password, grace).then(
    () => null,
    (error: { fields: { password: string } }) => error.fields.password,
  )

test.each([
  ['password1234', /first that are guessed/],
  ['Password1234', /first that are guessed/],
  ['Sunshine2026!', /first that are guessed/],
  ['!!!football!!!', /first that are guessed/],
  ['123456789012', /first that are guessed/],
  ['9274610385261947', /first that are guessed/],
  ['            ', /repeats itself/],
  ['aaaaaaaaaaaa', /repeats itself/],
  ['abcabcabcabc', /repeats itself/],
  ['x1x1x1x1x1x1!', /repeats itself/],
  ['grace.hopper@navy.example', /your name/],
  ['ｐａｓｓｗｏｒｄ1234', /first that are guessed/],
  ['GraceHopper2026', /your name/],
  ['hopper-purser-navy', /your name/],
  ['PurserPurserPurser', /your name|repeats/],
])('%j is refused', async (password, why) => {
  expect(await faultOf(password)).toMatch(why)
})

test('a name counts, however its accents are typed', async () => {
  const owner = { name: 'Zoë Grünwald', email: 'z@example.org' }
  for (const form of ['NFC', 'NFD'])
    await expect(requireStrongPassword('ZOË-Grünwald!!'.normalize(form), owner)).rejects.toThrow()
})

test.each([
  'correct horse battery staple',
  'another long enough phrase',
  'grace under pressure wins',
  'tr0mb0ne-Kettle7',
])('%j is accepted', async (password) => {
  expect(await faultOf(password)).toBeNull()
})

test('a repetition is refused, whatever is repeated', async () => {
  const unit = fc.string({ minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(unit, async (text) => {
      expect(await faultOf(text.repeat(12))).not.toBeNull()
    }),
  )
})
