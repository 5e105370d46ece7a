import type { AccountDirectory } from './people'
import { piecesWith } from './pieces'
import type { PostDraft, Posts } from './posts'
import { countPostsInDays, dayOfPost, type PostStream } from './stream'
import { isOnTimeline } from './timelines'
import { tokenise } from './tokens'

const SEARCHED_DAYS = 20
const MAX_RANKED = 1000
const RANKINGS_KEPT = 16

export interface PostSearch {
  /** Returns the numbers of matching posts, newest first, from after a post. */
  latest(query: string, asOf: number, after: number | null): Iterable<number>
  /** Returns the numbers of matching posts by relevance: liked and recent ones first. */
  ranked(query: string, asOf: number): readonly number[]
}

/** Creates the search through the last days of a stream. */
export function createPostSearch(people: AccountDirectory, stream: PostStream, posts: Posts): PostSearch {
  const rankings = new Map<string, readonly number[]>()

  function* latest(text: string, asOf: number, after: number | null): Generator<number> {
    const query = readQuery(text, people)
    if (!query) return
    const newest = stream.newestAt(asOf)
    const from = after === null ? newest : Math.min(newest, after - 1)
    const oldest = newest - countPostsInDays(SEARCHED_DAYS)
    for (let post = from; post > oldest; post--)
      if (answers(query, post) && isOnTimeline(stream, post, newest)) yield post
  }

  const answers = (query: PostMatcher, post: number): boolean =>
    query(stream.authorOf(post), () => posts.draft(post))

  const rank = (query: string, asOf: number): readonly number[] => {
    const today = dayOfPost(stream.newestAt(asOf))
    const score = (post: number) => Math.log2(posts.likesOf(post) + 2) - (today - dayOfPost(post)) / 4
    return [...latest(query, asOf, null)]
      .map((post) => ({ post, score: score(post) }))
      .sort((a, b) => b.score - a.score || b.post - a.post)
      .slice(0, MAX_RANKED)
      .map(({ post }) => post)
  }

  return {
    latest,
    ranked: (query, asOf) => {
      const name = `${asOf} ${query}`
      const known = rankings.get(name) ?? rank(query, asOf)
      rankings.delete(name)
      rankings.set(name, known)
      const [stalest] = rankings.keys()
      if (rankings.size > RANKINGS_KEPT && stalest !== undefined) rankings.delete(stalest)
      return known
    },
  }
}

/** Returns whether a post matches a query, by its author's index and its draft (built only if it is needed). */
export type PostMatcher = (author: number, draft: () => PostDraft) => boolean

/** Parses a search: every word must occur; `from:ada` and `lang:es` narrow it. Null if it can match nothing. */
function readQuery(text: string, people: AccountDirectory): PostMatcher | null {
  const conditions: PostMatcher[] = []
  for (const part of text.trim().split(/\s+/u)) {
    const read = readPart(part, people)
    if (read === null) return null
    conditions.push(...read)
  }
  if (conditions.length === 0) return null
  return (author, draft) => conditions.every((holds) => holds(author, draft))
}

/** Returns the conditions of one part: none for mere punctuation, null if no post can meet it. */
function readPart(part: string, people: AccountDirectory): readonly PostMatcher[] | null {
  const [, operator, value = ''] = /^(from|lang):(.+)$/i.exec(part) ?? []
  if (operator?.toLowerCase() === 'from') {
    const index = people.find(value)?.place
    return index === undefined ? null : [(author) => author === index]
  }
  if (operator?.toLowerCase() === 'lang') return [(_, draft) => draft().lang === value.toLowerCase()]
  const wanted = tokenise(part).map(piecesWith)
  if (wanted.some((pieces) => pieces.size === 0)) return null
  return wanted.map((pieces) => (_, draft) => draft().shown.some((piece) => pieces.has(piece)))
}
