import type { Operation } from '@/lib/kernel'
import type { Item } from '@/lib/upstream/client'
import { PAGE_ITEMS, SEARCHES } from './cast'

/**
 * Returns an id that looks like the upstream's: nineteen digits that contain the search's index and the item's number.
 */
const idOf = (search: number, number: number): string =>
  `1${String(search).padStart(3, '0')}${String(number).padStart(15, '0')}`

/** Returns the numbers of a page's items, newest first. */
const numbersOf = (operation: Operation, newest: number, page: number): number[] =>
  Array.from({ length: PAGE_ITEMS[operation] }, (_, place) => newest - page * PAGE_ITEMS[operation] - place)

/** Returns the ids of a page's items. */
export const idsOfPage = (search: number, newest: number, page: number): string[] =>
  numbersOf(SEARCHES[search]?.operation ?? 'search', newest, page).map((number) => idOf(search, number))

const NAMES = ['Sophie Fox', 'Ben Okafor', 'Mia Larsen', 'Raj Patel', 'Eva Novak', 'Luca Rossi', 'Ana Cruz']
const OPENINGS = [
  'Just tried',
  'Still waiting for',
  'Big fan of',
  'Not sure about',
  'Comparing',
  'Reading up on',
]
const THINGS = [
  'the new release',
  'their support',
  'the price change',
  'the mobile app',
  'the talk at #techweek',
]
const ENDS = ['so far so good.', 'anyone else?', 'more tomorrow.', 'would recommend.', 'let us see.']

/** Returns a page's items with their content: pretend people, whose addresses lead nowhere. */
export function itemsOfPage(search: number, newest: number, page: number, at: Date): Item[] {
  const { operation, subject } = SEARCHES[search] ?? { operation: 'search' as const, subject: '' }
  return numbersOf(operation, newest, page).map((number, place) => {
    const id = idOf(search, number)
    const pick = (list: readonly string[], step: number) => list[(number * step + search) % list.length] ?? ''
    const name = pick(NAMES, 3)
    const handle = `${name.toLowerCase().replace(' ', '_')}${number % 97}`
    const author = { id: String(number % 5000), handle, name }
    const about = subject.replaceAll(/["#]|OR .*/g, '').trim()
    const text = `${pick(OPENINGS, 5)} ${about} and ${pick(THINGS, 7)}: ${pick(ENDS, 11)}`
    const createdAt = new Date(at.getTime() - (page * 40 + place + 1) * 9 * 60_000).toISOString()
    const raw = { id, text, user_id: author.id, likes: (number * 7) % 211, shares: number % 23, lang: 'en' }
    return { id, text, author, createdAt, link: `https://example.invalid/${handle}/${id}`, raw }
  })
}
