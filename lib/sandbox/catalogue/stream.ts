import { createPermutation, mixNumbers, modulo, type Permutation } from './chance'
import { MEMORABLE_ACCOUNTS } from './names'

// The world posts a fixed number of times a day. Who posts when is a shuffle of the day's slots, so that both "all
// posts of an account" and "all posts, newest first" are computed from a position in the stream, without storing any.
const SLOTS = 1009
const DAY = 86_400_000
const SLOT_MS = Math.floor(DAY / SLOTS)
const SLOTS_OF_MEMORABLE = 6
const MEMORABLE_SLOTS = MEMORABLE_ACCOUNTS.length * SLOTS_OF_MEMORABLE

/** The stream of all posts. A post's number is its day times the slots plus its slot in the day; newer is larger. */
export interface PostStream {
  timeOf(post: number): number
  /** Returns the author's index in the directory. */
  authorOf(post: number): number
  /** Returns the number of the post that was written at a moment, if there is one. */
  writtenAt(milliseconds: number): number
  /** Returns the number of the newest post at a moment. */
  newestAt(milliseconds: number): number
  /** Returns an account's posts of one day, newest first; empty for accounts that never post. */
  postsOfDay(author: number, day: number): number[]
  /** Returns how many days back an account's timeline reaches. */
  reachOf(author: number): number
}

export const dayOfPost = (post: number): number => Math.floor(post / SLOTS)

/** Returns how many posts the world writes in a number of days. */
export const countPostsInDays = (days: number): number => days * SLOTS

export function createPostStream(seed: number): PostStream {
  const shuffles = new Map<number, Permutation>()
  const shuffleOfDay = (day: number): Permutation => {
    const known = shuffles.get(day)
    if (known) return known
    if (shuffles.size > 2000) shuffles.clear()
    const made = createPermutation(SLOTS, mixNumbers(seed, 21, day))
    shuffles.set(day, made)
    return made
  }
  const timeOf = (post: number) =>
    dayOfPost(post) * DAY + modulo(post, SLOTS) * SLOT_MS + (mixNumbers(seed, 22, post) % SLOT_MS)

  const postAt = (milliseconds: number) => {
    const day = Math.floor(milliseconds / DAY)
    return day * SLOTS + Math.min(SLOTS - 1, Math.floor((milliseconds - day * DAY) / SLOT_MS))
  }

  return {
    timeOf,
    authorOf: (post) => authorOfSlot(shuffleOfDay(dayOfPost(post)).indexOf(modulo(post, SLOTS))),
    writtenAt: postAt,
    newestAt: (milliseconds) => {
      const post = postAt(milliseconds)
      return timeOf(post) <= milliseconds ? post : post - 1
    },
    postsOfDay: (author, day) =>
      slotsOf(author)
        .map((slot) => day * SLOTS + shuffleOfDay(day).at(slot))
        .sort((a, b) => b - a),
    reachOf: (author) => (author < MEMORABLE_ACCOUNTS.length ? 80 : 2) + (mixNumbers(seed, 23, author) % 160),
  }
}

const authorOfSlot = (slot: number): number =>
  slot < MEMORABLE_SLOTS
    ? Math.floor(slot / SLOTS_OF_MEMORABLE)
    : MEMORABLE_ACCOUNTS.length + (slot - MEMORABLE_SLOTS)

function slotsOf(author: number): number[] {
  if (author < MEMORABLE_ACCOUNTS.length)
    return Array.from({ length: SLOTS_OF_MEMORABLE }, (_, index) => author * SLOTS_OF_MEMORABLE + index)
  const slot = MEMORABLE_SLOTS + author - MEMORABLE_ACCOUNTS.length
  return slot < SLOTS ? [slot] : []
}

/** A request for a part of a list. */
export interface SliceRequest {
  /** Milliseconds; later items do not exist for this reading, so that pages do not shift under a reader. */
  readonly asOf: number
  /** End of the previous part, or null for the beginning. */
  readonly after: number | null
  readonly count: number
}

/** A part of a list, and where to continue: null if nothing is left. */
export interface Slice<Item> {
  readonly items: readonly Item[]
  readonly next: number | null
}

/** Takes a part of positions given in reading order. Draws one more than requested to learn whether any is left. */
export function takeSlice<Item>(
  positions: Iterable<number>,
  count: number,
  read: (position: number) => Item,
): Slice<Item> {
  const taken: number[] = []
  for (const position of positions) {
    if (taken.length === count) return { items: taken.map(read), next: taken.at(-1) ?? null }
    taken.push(position)
  }
  return { items: taken.map(read), next: null }
}
