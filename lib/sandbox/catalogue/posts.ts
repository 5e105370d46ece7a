import { createRandomSource, mixNumbers } from './chance'
import { type Language, pickLanguage } from './languages'
import type { AccountDirectory } from './people'
import { snowflakeIdAt } from './people'
import * as pieces from './pieces'
import type { PostStream } from './stream'

export interface Tweet {
  readonly id: string
  readonly text: string
  readonly created_at: string
  readonly author: { readonly id: string; readonly username: string; readonly name: string }
  readonly lang: Language
  readonly like_count: number
  readonly retweet_count: number
  readonly reply_count: number
  readonly view_count: number
}

/** The parts of a post before it is written out. */
export interface PostDraft {
  readonly lang: Language
  readonly sentence: pieces.TextPiece
  /** Every piece that appears in the text. */
  readonly shown: readonly pieces.TextPiece[]
}

export interface Posts {
  draft(post: number): PostDraft
  likesOf(post: number): number
  write(post: number): Tweet
}

// Slightly more than one search examines, so that the next search finds them ready.
const DRAFTS_KEPT = 50_000

/** Creates the writer of a stream's posts. A post is the same each time it is read. */
export function createPosts(seed: number, people: AccountDirectory, stream: PostStream): Posts {
  const drafts = new Map<number, PostDraft>()
  const draft = (post: number): PostDraft => {
    const known = drafts.get(post)
    if (known) return known
    const made = makeDraft(seed, post, people.at(stream.authorOf(post)).language)
    if (drafts.size >= DRAFTS_KEPT) drafts.clear()
    drafts.set(post, made)
    return made
  }
  const likesOf = (post: number) => {
    const reach = mixNumbers(seed, 32, post) / 2 ** 32
    return Math.floor(3 / (1 - reach * 0.9999)) - 3 + (mixNumbers(seed, 33, post) % 12)
  }
  return {
    draft,
    likesOf,
    write: (post) => {
      const { id, username, name } = people.at(stream.authorOf(post))
      const { lang, ...made } = draft(post)
      const likes = likesOf(post)
      const at = stream.timeOf(post)
      return {
        id: snowflakeIdAt(at, stream.authorOf(post)),
        text: writeText(seed, post, made.sentence, made.shown),
        created_at: new Date(at).toISOString(),
        author: { id, username, name },
        lang,
        like_count: likes,
        retweet_count: Math.floor(likes / 7),
        reply_count: mixNumbers(seed, 34, post) % 9,
        view_count: likes * 41 + (mixNumbers(seed, 35, post) % 400),
      }
    },
  }
}

function makeDraft(seed: number, post: number, native: Language): PostDraft {
  const chance = createRandomSource(seed, 31, post)
  if (chance.oneIn(50)) {
    const sentence = chance.pick(pieces.NASTY_PIECES)
    return { lang: native, sentence, shown: [sentence] }
  }
  const lang = chance.oneIn(10) ? pickLanguage(chance) : native
  const sentence = chance.pick(pieces.SENTENCE_PIECES[lang])
  const shown = lang === 'en' && chance.oneIn(6) ? [chance.pick(pieces.OPENER_PIECES), sentence] : [sentence]
  if (chance.oneIn(10)) shown.unshift(chance.pick(pieces.MENTION_PIECES))
  if (sentence.needs.place) shown.push(chance.pick(pieces.PLACE_PIECES))
  if (sentence.needs.thing) shown.push(chance.pick(pieces.THING_PIECES))
  if (chance.oneIn(3)) shown.push(chance.pick(pieces.EMOJI_PIECES))
  if (chance.oneIn(4)) shown.push(chance.pick(pieces.TAG_PIECES))
  return { lang, sentence, shown }
}

function writeText(
  seed: number,
  post: number,
  sentence: pieces.TextPiece,
  shown: readonly pieces.TextPiece[],
): string {
  const filling = (from: pieces.TextPieces) => shown.find((piece) => from.includes(piece))
  const place = filling(pieces.PLACE_PIECES)
  const thing = filling(pieces.THING_PIECES)
  const chance = createRandomSource(seed, 36, post)
  const number = String(chance.below(58) + 2)
  const written = shown
    .filter((piece) => piece !== place && piece !== thing)
    .map((piece) =>
      piece.text
        .replaceAll('{place}', place?.text ?? '')
        .replaceAll('{thing}', thing?.text ?? '')
        .replaceAll('{number}', number),
    )
  const isPlain = pieces.NASTY_PIECES.includes(sentence)
  if (!isPlain && chance.oneIn(8))
    written.push(`https://example.com/p/${mixNumbers(seed, 37, post).toString(36)}`)
  return written.join(' ')
}
