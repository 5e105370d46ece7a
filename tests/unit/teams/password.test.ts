import { expect, test } from 'vitest'
import { newAccountInput } from '@/lib/teams/accounts'
import { hashPassword, isPasswordCorrect } from '@/lib/teams/accounts/password'

const CAFE = 'Grüne Äpfel im Café 7'

test.each(['NFC', 'NFD'])('a password set in %s is correct in both forms', async (form) => {
  const set = await hashPassword(CAFE.normalize(form))
  for (const typed of ['NFC', 'NFD', 'NFKC', 'NFKD'])
    expect(await isPasswordCorrect(set, CAFE.normalize(typed))).toBe(true)
  for (const wrong of [`${CAFE} `, ` ${CAFE}`, CAFE.toUpperCase(), CAFE.replace('ü', 'u')])
    expect(await isPasswordCorrect(set, wrong)).toBe(false)
  expect(await isPasswordCorrect(null, CAFE)).toBe(false)
})

test.each([
  ['ä'.normalize('NFD').repeat(11), /at least 12/],
  ['😀'.repeat(11), /at least 12/],
  ['ä'.repeat(12), null],
  ['ä'.normalize('NFD').repeat(12), null],
  ['ế'.normalize('NFD').repeat(256), null],
  ['a'.repeat(257), /at most 256/],
  ['ế'.normalize('NFD').repeat(257), /at most 256/],
  ['a'.repeat(100_000), /at most 256/],
])('the length of a password counts characters: %#', (password, why) => {
  const { error } = newAccountInput.shape.password.safeParse(password)
  if (why === null) expect(error).toBeUndefined()
  else expect(error?.issues[0]?.message).toMatch(why)
})
