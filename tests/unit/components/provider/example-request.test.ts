import { expect, test } from 'vitest'
import { readExample } from '@/components/provider/example-request'

test.each([
  [
    `curl -H 'x-api-key: xd_live_secret' 'https://api.example/v1/posts/find?terms=coffee&count=20'`,
    { search: { path: '/v1/posts/find', subject: { name: 'terms' } }, authHeader: 'x-api-key' },
  ],
  [
    `curl --request GET \\\n  --url "https://api.example/v1/search?query=a&lang=en" \\\n  --header "Authorization: Bearer <KEY>"`,
    {
      search: { path: '/v1/search', subject: { name: 'query' } },
      auth: { header: 'authorization', scheme: 'Bearer' },
    },
  ],
  [
    `curl -G https://api.example/v1/look --data-urlencode "keywords=coffee beans" -d count=20`,
    { search: { path: '/v1/look', subject: { name: 'keywords' } } },
  ],
  [
    'https://api.example/v1/people/{id}/follower-list?count=200',
    { followers: { path: '/v1/people/{user}/follower-list' } },
  ],
  ['https://api.example/v1/users/ada/followers', { followers: { path: '/v1/users/{user}/followers' } }],
  ['https://api.example/v1/followers/:handle', { followers: { path: '/v1/followers/{user}' } }],
  ['https://api.example/v1/follow/in/%7Buser%7D/', { followers: { path: '/v1/follow/in/{user}' } }],
])('%s fills path, parameter and header', (text, values) => {
  expect(readExample(text, '')).toEqual({ values, problem: null })
})

test.each(['/social', '/v1/social'])('the path of the upstream’s own address is left out: %s', (prefix) => {
  expect(readExample(`https://api.example${prefix}/v1/search?q=a`, prefix).values).toMatchObject({
    searchPath: '/v1/search',
  })
})

test.each([
  ['search for coffee', 'holds no address'],
  ['https://api.example/search?q=a', 'does not begin with /v1/'],
  ['https://api.example/v1/search', 'neither a search'],
  ['https://api.example/v1/search?a=1&b=2', 'Leave out all but one: a, b'],
  ['https://api.example/v1/followers?username=ada', 'in the parameter username'],
  ['https://api.example/v1/followers', 'Write {user}'],
])('%s says nothing: %s', (text, why) => {
  expect(readExample(text, '').problem).toContain(why)
})

test('nothing of a key is kept', () => {
  const read = readExample(`curl -H 'x-api-key: xd_live_secret' 'https://a.example/v1/search?q=a'`, '')
  expect(JSON.stringify(read)).not.toContain('xd_live')
})
