import type { People } from './people'
import { piecesWith } from './pieces'
import type { Draft } from './posts'
import { tokensOf } from './tokens'

/** Returns whether a post matches a query, by its author's index and its draft (built only if it is needed). */
export type Query = (author: number, draft: () => Draft) => boolean

/** Parses a search: every word must occur; `from:ada` and `lang:es` narrow it. Null if it can match nothing. */
export function readQuery(text: string, people: People): Query | null {
  const conditions: Query[] = []
  for (const part of text.trim().split(/\s+/u)) {
    const read = readPart(part, people)
    if (read === null) return null
    conditions.push(...read)
  }
  if (conditions.length === 0) return null
  return (author, draft) => conditions.every((holds) => holds(author, draft))
}

/** Returns the conditions of one part: none for mere punctuation, null if no post can meet it. */
function readPart(part: string, people: People): readonly Query[] | null {
  const [, operator, value = ''] = /^(from|lang):(.+)$/i.exec(part) ?? []
  if (operator?.toLowerCase() === 'from') {
    const place = people.find(value)?.place
    return place === undefined ? null : [(author) => author === place]
  }
  if (operator?.toLowerCase() === 'lang') return [(_, draft) => draft().lang === value.toLowerCase()]
  const wanted = tokensOf(part).map(piecesWith)
  if (wanted.some((pieces) => pieces.size === 0)) return null
  return wanted.map((pieces) => (_, draft) => draft().shown.some((piece) => pieces.has(piece)))
}
