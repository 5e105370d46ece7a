import { dayOfPost, type PostStream } from './stream'

/** Yields an account's posts, newest first, from after a post or from the newest at a moment. */
export function* timelinePosts(
  stream: PostStream,
  author: number,
  asOf: number,
  after: number | null,
): Generator<number> {
  const newest = stream.newestAt(asOf)
  const from = after === null ? newest : Math.min(newest, after - 1)
  const oldestDay = dayOfPost(newest) - stream.reachOf(author)
  for (let day = dayOfPost(from); day > oldestDay; day--)
    for (const post of stream.postsOfDay(author, day)) if (post <= from) yield post
}

/** Returns whether a post is still on its author's timeline at a moment, or already too old for it. */
export const isOnTimeline = (stream: PostStream, post: number, newest: number): boolean =>
  dayOfPost(post) > dayOfPost(newest) - stream.reachOf(stream.authorOf(post))
