import { describe, expect, test } from 'vitest'
import { request, start } from './start'

describe('Errors', () => {
  test.each([
    ['/v1/users/nobody-here/tweets', 404, 'not_found'],
    ['/v1/users/nobody-here/followers', 404, 'not_found'],
    ['/v1/users/%E0%A4%A/tweets', 404, 'not_found'],
    ['/v1/users/ada', 404, 'not_found'],
    ['/v1/users/ada/likes', 404, 'not_found'],
    ['/v1/me/', 404, 'not_found'],
    ['/v2/me', 404, 'not_found'],
    ['/me', 404, 'not_found'],
    ['/', 404, 'not_found'],
    ['/v1/users/ada/tweets?count=0', 400, 'bad_request'],
    ['/v1/users/ada/tweets?count=-5', 400, 'bad_request'],
    ['/v1/users/ada/tweets?count=2.5', 400, 'bad_request'],
    ['/v1/users/ada/tweets?count=ten', 400, 'bad_request'],
    ['/v1/users/ada/tweets?count=', 400, 'bad_request'],
    ['/v1/search', 400, 'bad_request'],
    ['/v1/search?q=%20', 400, 'bad_request'],
    [`/v1/search?q=${'a'.repeat(513)}`, 400, 'bad_request'],
    ['/v1/search?q=coffee&product=latest', 400, 'bad_request'],
    ['/v1/search?q=coffee&product=Best', 400, 'bad_request'],
  ])('%s is answered %i', async (path, expected, error) => {
    const { get } = await start()
    const { status, body, headers } = await get(path)
    expect({ status, body }).toEqual({ status: expected, body: { error, message: expect.any(String) } })
    expect(headers.get('content-type')).toContain('application/json')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s is answered 405: all endpoints are called with GET',
    async (method) => {
      const { baseUrl, key } = await start()
      const init = { method, headers: { 'x-api-key': key } }
      const { status, body, headers } = await request(`${baseUrl}/v1/users/ada/tweets`, init)
      expect({ status, error: body.error }).toEqual({ status: 405, error: 'method_not_allowed' })
      expect(headers.get('allow')).toBe('GET')
    },
  )

  test('HEAD is refused too, without a body', async () => {
    const { baseUrl, key } = await start()
    const { status, text } = await request(`${baseUrl}/v1/me`, {
      method: 'HEAD',
      headers: { 'x-api-key': key },
    })
    expect({ status, text }).toEqual({ status: 405, text: '' })
  })

  test.each(['/', '/me', '/v2/me', '/v1', '/users/ada/tweets', '/V1/me'])(
    '%s is answered 404: all endpoints are under /v1',
    async (path) => {
      const { get } = await start()
      expect((await get(path)).status).toBe(404)
    },
  )

  test('a path that looks like another host is just an unknown path', async () => {
    const { get } = await start()
    expect((await get('//example.com/v1/me')).status).toBe(404)
  })

  test('users are found by handle in any case, with @, or by id', async () => {
    const { get } = await start()
    const first = async (user: string) => (await get(`/v1/users/${user}/tweets`)).body.tweets?.[0]
    const post = await first('ada')
    expect(post?.author.username).toBe('ada')
    expect(await first('ADA')).toEqual(post)
    expect(await first('%40ada')).toEqual(post)
    const { users = [] } = (await get('/v1/users/grace/followers')).body
    const [follower] = users
    const byName = await get(`/v1/users/${follower?.username}/followers`)
    const byId = await get(`/v1/users/${follower?.id}/followers`)
    expect(byId.body.users).toEqual(byName.body.users)
  })
})
