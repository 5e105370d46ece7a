import {
  countFollowers,
  createAccountDirectory,
  followerAt,
  followerPositions,
  type Person,
  snowflakeTime,
} from './people'
import { createPosts, type Tweet } from './posts'
import { createPostSearch } from './search'
import { createPostStream, type Slice, type SliceRequest, takeSlice } from './stream'
import { timelinePosts } from './timelines'

export { mixNumbers } from './chance'
export { MEMORABLE_ACCOUNTS } from './names'
export { type Person, snowflakeIdAt } from './people'
export type { Tweet } from './posts'
export type { Slice, SliceRequest } from './stream'

export interface User {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly description: string
  readonly followers_count: number
  readonly created_at: string
}

export type Product = 'Latest' | 'Top'

/** Everything there is to read: accounts, their posts and followers, computed from a seed and a moment. */
export interface Catalogue {
  find(user: string): Person | null
  /** Returns a post that was written before a moment; null if there is none with that id. */
  post(id: string, asOf: number): Tweet | null
  /** Returns an account as it is shown. */
  describe(person: Person): User
  timeline(person: Person, request: SliceRequest): Slice<Tweet>
  search(query: string, product: Product, request: SliceRequest): Slice<Tweet>
  followers(person: Person, request: SliceRequest): Slice<User>
}

let latest: { readonly seed: number; readonly catalogue: Catalogue } | undefined

/**
 * Returns the catalogue of a seed, shared by consecutive callers of the same seed. It holds nothing but what the seed
 * decides.
 */
export function sharedCatalogue(seed: number): Catalogue {
  if (latest?.seed !== seed) latest = { seed, catalogue: createCatalogue(seed) }
  return latest.catalogue
}

/** Creates the catalogue of a seed. The same seed and moment always give the same answers. */
export function createCatalogue(seed: number): Catalogue {
  const people = createAccountDirectory(seed)
  const stream = createPostStream(seed)
  const posts = createPosts(seed, people, stream)
  const search = createPostSearch(people, stream, posts)

  const toUser = (person: Person): User => ({
    id: person.id,
    username: person.username,
    name: person.name,
    description: person.description,
    followers_count: countFollowers(seed, person.place),
    created_at: person.createdAt.toISOString(),
  })

  return {
    find: people.find,
    post(id, asOf) {
      const number = stream.writtenAt(snowflakeTime(id))
      const post = stream.timeOf(number) <= asOf ? posts.write(number) : null
      return post?.id === id ? post : null
    },
    describe: toUser,
    timeline: ({ place }, { asOf, after, count }) =>
      takeSlice(timelinePosts(stream, place, asOf, after), count, posts.write),
    search: (query, product, { asOf, after, count }) => {
      if (product === 'Latest') return takeSlice(search.latest(query, asOf, after), count, posts.write)
      const ranked = search.ranked(query, asOf)
      const write = (rank: number) => posts.write(ranked[rank] ?? 0)
      return takeSlice(range((after ?? -1) + 1, ranked.length), count, write)
    },
    followers: ({ place }, { after, count }) =>
      takeSlice(followerPositions(seed, place, after), count, (position) =>
        toUser(people.at(followerAt(seed, place, position))),
      ),
  }
}

function* range(from: number, end: number): Generator<number> {
  for (let value = from; value < end; value++) yield value
}
