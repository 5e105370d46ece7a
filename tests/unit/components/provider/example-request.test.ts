import { expect, test } from 'vitest'
import { readExample } from '@/components/provider/example-request'

test.each([
  [
    `curl -H 'x-api-key: xd_live_secret' 'https://api.example/v1/posts/find?terms=coffee&count=20'`,
    {
      ...{ 'search.path': '/v1/posts/find', 'search.subject.in': 'query', 'search.subject.name': 'terms' },
      ...{ 'search.count.name': 'count', 'auth.header': 'x-api-key', 'auth.scheme': '' },
    },
  ],
  [
    `curl --request GET \\\n  --url "https://api.example/v1/search?query=a&lang=en" \\\n  --header "Authorization: Bearer <KEY>"`,
    {
      ...{ 'search.path': '/v1/search', 'search.subject.in': 'query', 'search.subject.name': 'query' },
      ...{ 'search.fixed': 'lang=en', 'auth.header': 'authorization', 'auth.scheme': 'Bearer' },
    },
  ],
  [
    `curl -G https://api.example/v1/look --data-urlencode "keywords=coffee beans" -d count=20`,
    {
      ...{ 'search.path': '/v1/look', 'search.subject.in': 'query', 'search.subject.name': 'keywords' },
      'search.count.name': 'count',
    },
  ],
  [
    'https://api.example/v1/people/{id}/follower-list?count=200',
    {
      ...{ 'followers.path': '/v1/people/{user}/follower-list', 'followers.subject.in': 'path' },
      ...{ 'followers.subject.is': 'id', 'followers.count.name': 'count' },
    },
  ],
])('%s fills the path, parameters and header', (text, values) => {
  expect(readExample(text, '')).toEqual({ values, problem: null })
})

test.each([
  ['https://api.example/v1/users/ada/followers', '/v1/users/{user}/followers'],
  ['https://api.example/v1/followers/:handle', '/v1/followers/{user}'],
  ['https://api.example/v1/follow/in/%7Buser%7D/', '/v1/follow/in/{user}'],
])('%s names the user in its path', (text, path) => {
  expect(readExample(text, '')).toEqual({
    values: { 'followers.path': path, 'followers.subject.in': 'path', 'followers.subject.is': 'any' },
    problem: null,
  })
})

/** A documented request of each service. An empty value means that the parameter is not sent. */
test.each([
  [
    'twitterapi.io, a timeline',
    `curl --request GET --url 'https://api.twitterapi.io/twitter/user/last_tweets?userName=ada&includeReplies=false' --header 'X-API-Key: <api-key>'`,
    {
      ...{ 'timeline.path': '/twitter/user/last_tweets', 'timeline.subject.in': 'query' },
      ...{ 'timeline.subject.name': 'userName', 'timeline.subject.is': 'any', 'timeline.count.name': '' },
      ...{ 'timeline.fixed': 'includeReplies=false', 'auth.header': 'x-api-key', 'auth.scheme': '' },
    },
  ],
  [
    'twitterapi.io, a search',
    `https://api.twitterapi.io/twitter/tweet/advanced_search?query=coffee&queryType=Latest&cursor=`,
    {
      ...{ 'search.path': '/twitter/tweet/advanced_search', 'search.subject.in': 'query' },
      ...{ 'search.subject.name': 'query', 'search.count.name': '', 'search.cursor.send': 'cursor' },
      ...{ 'search.product': 'queryType: Latest, Top', 'search.fixed': '' },
    },
  ],
  [
    'twitterapi.io, followers',
    `https://api.twitterapi.io/twitter/user/followers?userName=ada&pageSize=200`,
    {
      ...{ 'followers.path': '/twitter/user/followers', 'followers.subject.in': 'query' },
      ...{ 'followers.subject.name': 'userName', 'followers.subject.is': 'any' },
      ...{ 'followers.count.name': 'pageSize', 'followers.fixed': '' },
    },
  ],
  [
    'SocialData, a timeline',
    `curl "https://api.socialdata.tools/twitter/user/44196397/tweets" -H 'Authorization: Bearer YOUR_KEY' -H 'Accept: application/json'`,
    {
      ...{ 'timeline.path': '/twitter/user/{user}/tweets', 'timeline.subject.in': 'path' },
      ...{ 'timeline.subject.is': 'id', 'timeline.count.name': '', 'timeline.fixed': '' },
      ...{ 'auth.header': 'authorization', 'auth.scheme': 'Bearer' },
    },
  ],
  [
    'SocialData, a search',
    `https://api.socialdata.tools/twitter/search?query=from%3Aada&type=Top`,
    {
      ...{ 'search.path': '/twitter/search', 'search.subject.in': 'query', 'search.subject.name': 'query' },
      ...{ 'search.count.name': '', 'search.product': 'type: Latest, Top', 'search.fixed': '' },
    },
  ],
  [
    'SocialData, followers',
    `https://api.socialdata.tools/twitter/followers/list?user_id=44196397`,
    {
      ...{ 'followers.path': '/twitter/followers/list', 'followers.subject.in': 'query' },
      ...{ 'followers.subject.name': 'user_id', 'followers.subject.is': 'id' },
      ...{ 'followers.count.name': '', 'followers.fixed': '' },
    },
  ],
  [
    'X, a timeline',
    `curl "https://api.x.com/2/users/2244994945/tweets?max_results=100&pagination_token=abc&tweet.fields=created_at,author_id" -H "Authorization: Bearer $APP_ACCESS_TOKEN"`,
    {
      ...{ 'timeline.path': '/2/users/{user}/tweets', 'timeline.subject.in': 'path' },
      ...{ 'timeline.subject.is': 'id', 'timeline.count.name': 'max_results' },
      ...{ 'timeline.cursor.send': 'pagination_token' },
      ...{ 'timeline.fixed': 'tweet.fields=created_at,author_id' },
      ...{ 'auth.header': 'authorization', 'auth.scheme': 'Bearer' },
    },
  ],
  [
    'X, a search',
    `https://api.x.com/2/tweets/search/recent?query=coffee&sort_order=recency&max_results=10`,
    {
      ...{ 'search.path': '/2/tweets/search/recent', 'search.subject.in': 'query' },
      ...{ 'search.subject.name': 'query', 'search.count.name': 'max_results' },
      ...{ 'search.product': 'sort_order: recency, relevancy', 'search.fixed': '' },
    },
  ],
  [
    'X, followers',
    'https://api.x.com/2/users/:id/followers?max_results=1000',
    {
      ...{ 'followers.path': '/2/users/{user}/followers', 'followers.subject.in': 'path' },
      ...{ 'followers.subject.is': 'id', 'followers.count.name': 'max_results', 'followers.fixed': '' },
    },
  ],
  [
    'GetXAPI, a timeline',
    `fetch("https://api.getxapi.com/twitter/user/tweets?userName=ada", { headers: { "Authorization": "Bearer get-x-api-1" } })`,
    {
      ...{ 'timeline.path': '/twitter/user/tweets', 'timeline.subject.in': 'query' },
      ...{ 'timeline.subject.name': 'userName', 'timeline.subject.is': 'any' },
      ...{ 'timeline.count.name': '', 'timeline.fixed': '' },
      ...{ 'auth.header': 'authorization', 'auth.scheme': 'Bearer' },
    },
  ],
  [
    'GetXAPI, a search',
    `https://api.getxapi.com/twitter/tweet/advanced_search?q=from:ada&product=Latest`,
    {
      ...{ 'search.path': '/twitter/tweet/advanced_search', 'search.subject.in': 'query' },
      ...{ 'search.subject.name': 'q', 'search.count.name': '' },
      ...{ 'search.product': 'product: Latest, Top', 'search.fixed': '' },
    },
  ],
  [
    'Xquik, a timeline',
    `GET https://xquik.com/api/v1/x/users/ada/tweets?includeReplies=false\nx-api-key: xq_0123`,
    {
      ...{ 'timeline.path': '/api/v1/x/users/{user}/tweets', 'timeline.subject.in': 'path' },
      ...{ 'timeline.subject.is': 'any', 'timeline.count.name': '' },
      ...{ 'timeline.fixed': 'includeReplies=false', 'auth.header': 'x-api-key', 'auth.scheme': '' },
    },
  ],
  [
    'a sixth, TweetAPI',
    `https://api.tweetapi.com/tw-v2/user/followers?userId=10093010&cursor=DAAB`,
    {
      ...{ 'followers.path': '/tw-v2/user/followers', 'followers.subject.in': 'query' },
      ...{ 'followers.subject.name': 'userId', 'followers.subject.is': 'id' },
      ...{ 'followers.count.name': '', 'followers.cursor.send': 'cursor', 'followers.fixed': '' },
    },
  ],
])('%s', (_, text, values) => {
  expect(readExample(text, '')).toEqual({ values, problem: null })
})

test.each(['/social', '/v1/social'])('the path of the service’s own address is left out: %s', (prefix) => {
  expect(readExample(`https://api.example${prefix}/v1/search?q=a`, prefix).values).toMatchObject({
    'search.path': '/v1/search',
  })
})

test('a header with another name also holds the key', () => {
  expect(
    readExample(`curl -H 'ApiKey: abc' 'https://api.sorsa.io/v3/info?username=ada'`, '').values,
  ).toMatchObject({
    ...{ 'auth.header': 'apikey', 'auth.scheme': '' },
  })
})

test.each([
  ['search for coffee', 'contains no address'],
  ['https://api.example', 'has no path'],
  ['https://api.example/v1/search', 'neither a search'],
  ['https://api.example/v1/search?a=1&b=2', 'Leave out all but one: a, b'],
  ['https://api.example/v1/followers', 'Write {user}'],
  ['https://api.example/search?q=a&api_key=secret', 'in the parameter api_key'],
  [`curl -X POST https://api.example/search -d q=a`, 'not a GET request'],
])('%s is refused: %s', (text, why) => {
  expect(readExample(text, '').problem).toContain(why)
})

test('no part of a key is kept', () => {
  for (const text of [
    `curl -H 'x-api-key: xd_live_secret' 'https://a.example/v1/search?q=a'`,
    `curl -H 'Authorization: Bearer xd_live_secret' 'https://a.example/v1/search?q=a'`,
    `https://a.example/v1/search?q=a&token=xd_live_secret`,
  ])
    expect(JSON.stringify(readExample(text, ''))).not.toContain('xd_live')
})
