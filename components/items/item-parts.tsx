import classes from '@/components/runs/runs.module.css'
import { PlainText } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import { formatMoment } from '@/lib/kernel'

interface AuthorProps {
  readonly item: Pick<ItemView, 'author'>
  readonly handleClass?: string | undefined
}

/** Names the author of an item. A handle is written from left to right, even after a name that is not. */
export function Author({ item, handleClass }: AuthorProps) {
  return (
    <>
      <bdi>{itemAuthor(item)}</bdi>{' '}
      <bdi dir="ltr" className={handleClass}>
        {handleOf(item)}
      </bdi>
    </>
  )
}

/**
 * Shows an item's text. Somebody else wrote it: shown as text, never as markup, and only its http addresses are links.
 */
export function ItemText({ item }: { readonly item: Pick<ItemView, 'text'> }) {
  return <PlainText>{splitItemText(item.text).map(drawPart)}</PlainText>
}

/** Isolates each part in its own direction: in Arabic text, “#coffee” and a URL would be reversed. */
function drawPart({ kind, text }: TextPart, index: number) {
  if (kind === 'words') return text
  if (kind === 'tag') return <bdi key={index}>{text}</bdi>
  return (
    <a
      key={index}
      className={classes.address}
      dir="ltr"
      href={text}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {text}
    </a>
  )
}

/** A part of an item's text, as it was written, with its kind. */
interface TextPart {
  readonly kind: 'words' | 'address' | 'tag'
  readonly text: string
}

/**
 * Maximum number of marked parts of a text; the rest stays words. Anybody can write a text, and a page shows hundreds.
 */
const MAX_PARTS = 200
const MAX_ADDRESS_LENGTH = 2000

/**
 * URLs, and names after # or @. A URL has the characters of RFC 3986 and letters; a quote, a bracket, a space or an
 * invisible character, such as one that changes the direction of writing, ends it.
 */
const MARKED =
  /(?<![\p{L}\p{N}_])(?:(https?:\/\/[\p{L}\p{N}\p{M}\-._~:/?#[\]@!$&'()*+,;=%]+)|[#@][\p{L}\p{N}\p{M}_]+)/giu
/** A host in plain letters, without a name and password before it, so that the link leads where it says. */
const HOST = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?(?=[/?#]|$)/i
const STOPS = new Set(".,:;!?'*_~")

/** Splits a text into parts, which joined give the text. */
export function splitItemText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, 1: address, index } of text.matchAll(MARKED)) {
    if (parts.length >= MAX_PARTS) break
    const marked = address === undefined ? found : addressOf(address)
    if (marked === null) continue
    if (index > end) parts.push({ kind: 'words', text: text.slice(end, index) })
    parts.push({ kind: address === undefined ? 'tag' : 'address', text: marked })
    end = index + marked.length
  }
  return end < text.length ? [...parts, { kind: 'words', text: text.slice(end) }] : parts
}

/** Returns the URL without the sentence around it; null if it is shown but not linked. */
function addressOf(found: string): string | null {
  if (found.length > MAX_ADDRESS_LENGTH) return null
  const address = found.slice(0, endOf(found))
  return HOST.test(address) && URL.canParse(address) ? address : null
}

/** Returns where a URL ends: before a full stop, or before a bracket that nothing in it opens. */
function endOf(found: string): number {
  const unopened = { ')': surplus(found, '(', ')'), ']': surplus(found, '[', ']') }
  let end = found.length
  for (; end > 0; end--) {
    const last = found.charAt(end - 1)
    if (last !== ')' && last !== ']') {
      if (!STOPS.has(last)) break
    } else if (unopened[last]-- <= 0) break
  }
  return end
}

const surplus = (text: string, opening: string, closing: string): number =>
  text.split(closing).length - text.split(opening).length

export const itemAuthor = ({ author }: Pick<ItemView, 'author'>): string =>
  author.name ?? author.handle ?? author.id ?? 'Unknown'

const handleOf = ({ author }: Pick<ItemView, 'author'>): string =>
  author.handle === null ? '' : `@${author.handle}`

/** Tells when a post was written, or when a person's account was opened. */
export function itemTime({ createdAt, ...item }: Pick<ItemView, 'id' | 'author' | 'createdAt'>): string {
  if (createdAt === null) return isPerson(item) ? '' : 'Time unknown'
  const when = formatMoment(new Date(createdAt))
  return isPerson(item) ? `Joined ${when}` : when
}

/** Returns whether an item is a person, who is their own author. */
const isPerson = ({ id, author }: Pick<ItemView, 'id' | 'author'>): boolean => author.id === id
