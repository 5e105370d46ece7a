import { expect, test } from 'vitest'
import { refuseCallback } from '@/app/_server/auth-refusals'

const ask = (path: string, cookie = '') =>
  refuseCallback(new Request(`http://localhost:3000/api/auth/${path}`, { headers: { cookie } }))

test.each([
  ['session', ''],
  ['session?callbackUrl=/team/runs', ''],
  ['session?callbackUrl=https%3A%2F%2Fpurser.example%2Fx', ''],
  ['session?callbackUrl=', 'next-auth.callback-url=http%3A%2F%2Flocalhost%3A3000'],
  ['csrf', 'other=x; purser.session=%ff'],
])('%s with the cookie "%s" is left to next-auth', (path, cookie) => {
  expect(ask(path, cookie)).toBeNull()
})

test.each(['x', 'javascript:alert(1)', '%00', 'http://', '//[', '/&callbackUrl=x'])(
  'the callback address %s is answered 400',
  (text) => {
    expect(ask(`session?callbackUrl=${text}`)?.status).toBe(400)
  },
)

test.each(['x', '%E0%A4%A', 'data%3Ax'])('a cookie with the callback address %s is deleted', (text) => {
  for (const name of ['next-auth.callback-url', '__Secure-next-auth.callback-url']) {
    const answer = ask('csrf', `a=b; ${name}=${text}`)
    expect(answer?.status).toBe(400)
    expect(answer?.headers.getSetCookie()).toEqual([expect.stringMatching(`^${name}=; Path=/; Max-Age=0;`)])
  }
})
