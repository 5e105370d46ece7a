import { expect, test } from 'vitest'
import { readSignInAnswer } from '@/app/_server/client-auth'

const HOME = 'https://purser.example.org/'

test.each([
  [{ ok: true, error: null, url: HOME }, { kind: 'signed-in' }],
  // The browser did not keep the cookie that protects the form, so nothing was compared.
  [{ ok: true, error: null, url: `${HOME}api/auth/signin?csrf=true` }, { kind: 'not-kept' }],
  [{ ok: false, error: 'CredentialsSignin', url: null }, { kind: 'refused' }],
  [{ ok: false, error: 'busy', url: null }, { kind: 'busy' }],
  [
    { ok: false, error: 'wait-540', url: null },
    { kind: 'wait', seconds: 540 },
  ],
  [{ ok: false, error: 'unavailable', url: null }, { kind: 'unavailable' }],
  [{ ok: false, error: null, url: null }, { kind: 'unavailable' }],
])('%j is %j', (answer, read) => {
  expect(readSignInAnswer(answer)).toEqual(read)
})
