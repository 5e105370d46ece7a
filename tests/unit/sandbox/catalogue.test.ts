import { describe, expect, test } from 'vitest'
import { createCatalogue, MEMORABLE_ACCOUNTS } from '@/lib/sandbox/catalogue'

const NOON = Date.UTC(2026, 5, 15, 12)
const ALL = { asOf: NOON, after: null, count: 1_000_000 }
const catalogue = createCatalogue(7)

function person(user: string) {
  const found = catalogue.find(user)
  if (!found) throw new Error(`${user} is missing`)
  return found
}

describe('Catalogue', () => {
  test('a seed always gives the same answers, another seed gives others', () => {
    const again = createCatalogue(7)
    const other = createCatalogue(8)
    const ada = person('ada')
    const page = { asOf: NOON, after: null, count: 50 }
    expect(again.timeline(ada, page)).toEqual(catalogue.timeline(ada, page))
    expect(again.search('coffee', 'Top', page)).toEqual(catalogue.search('coffee', 'Top', page))
    expect(again.followers(ada, page)).toEqual(catalogue.followers(ada, page))
    expect(other.timeline(ada, page)).not.toEqual(catalogue.timeline(ada, page))
  })

  test.each(MEMORABLE_ACCOUNTS.map(({ username }) => username))(
    '%s has at least 400 posts and 900 followers',
    (user) => {
      expect(catalogue.timeline(person(user), ALL).items.length).toBeGreaterThanOrEqual(400)
      const { items } = catalogue.followers(person(user), ALL)
      expect(items.length).toBeGreaterThanOrEqual(900)
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
      expect(items.map(({ username }) => username)).not.toContain(user)
    },
  )

  test('followers_count is the actual number of followers', () => {
    for (const { username, followers_count } of catalogue.followers(person('ada'), { ...ALL, count: 40 })
      .items)
      expect(catalogue.followers(person(username), ALL).items).toHaveLength(followers_count)
  })

  test.each(['coffee', 'train', 'book', 'the', 'قهوة'])('the word %s is found at least 300 times', (word) => {
    const { items } = catalogue.search(word, 'Latest', ALL)
    expect(items.length).toBeGreaterThanOrEqual(300)
    for (const { text } of items) expect(text.toLowerCase()).toContain(word)
  })

  test('a search finds what its author’s timeline contains', () => {
    for (const post of catalogue.search('hedgehog', 'Latest', { ...ALL, count: 60 }).items)
      expect(catalogue.timeline(person(post.author.username), ALL).items).toContainEqual(post)
  })

  test('every word of a query must occur; from: and lang: narrow it; words in scripts without spaces are found', () => {
    const find = (query: string) => catalogue.search(query, 'Latest', ALL).items
    expect(find('coffee Lisbon').length).toBeGreaterThan(0)
    expect(find('coffee Lisbon').every(({ text }) => /coffee/i.test(text) && /Lisbon/.test(text))).toBe(true)
    expect(new Set(find('from:ada').map(({ author }) => author.username))).toEqual(new Set(['ada']))
    expect(new Set(find('lang:ja').map(({ lang }) => lang))).toEqual(new Set(['ja']))
    expect(find('コーヒー').length).toBeGreaterThan(0)
    expect(find('coffee qqqqq')).toEqual([])
    expect(find('from:nobody-here')).toEqual([])
    expect(find('!!!')).toEqual([])
  })

  test('no post is in the future, and each id is one post', () => {
    const { items } = catalogue.search('the', 'Latest', ALL)
    expect(items.every(({ created_at }) => Date.parse(created_at) <= NOON)).toBe(true)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  })

  test('posts look like real ones: languages, right-to-left, emoji, links, and texts that break readers', () => {
    const posts = MEMORABLE_ACCOUNTS.flatMap(
      ({ username }) => catalogue.timeline(person(username), ALL).items,
    )
    const texts = posts.map(({ text }) => text)
    expect(new Set(posts.map(({ lang }) => lang)).size).toBe(10)
    for (const kind of [
      /[\u0590-\u05ff]/,
      /[\u0600-\u06ff]/,
      /\p{Extended_Pictographic}/u,
      /https:\/\//,
      /#\w/,
      /@\w/,
    ])
      expect(texts.some((text) => kind.test(text))).toBe(true)
    for (const nasty of [
      /^=1\+1$/,
      /^=HYPERLINK/,
      /^@SUM/,
      /^null$/,
      /<script>/,
      /DROP TABLE/,
      /\n/,
      /\u202e/,
      /\u200b/,
      /👨‍👩‍👧‍👦/u,
      /^.{6000,}$/,
    ])
      expect(texts.some((text) => nasty.test(text))).toBe(true)
    expect(texts.filter((text) => /\{(place|thing|number)\}/.test(text))).toEqual([])
  })

  test('some accounts never post, and have an empty last page', () => {
    const followers = catalogue.followers(person('ada'), ALL).items
    const silent = followers.filter(
      ({ username }) => catalogue.timeline(person(username), ALL).items.length === 0,
    )
    expect(silent.length).toBeGreaterThan(0)
    const [one] = silent
    expect(catalogue.timeline(person(one?.username ?? ''), ALL)).toEqual({ items: [], next: null })
  })
})
