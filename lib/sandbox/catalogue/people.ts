import { createPermutation, createRandomSource, mixNumbers } from './chance'
import { type Language, pickLanguage } from './languages'
import { FAMILY_NAMES, GIVEN_NAMES, MEMORABLE_ACCOUNTS } from './names'
import { DESCRIPTIONS } from './words'

/** Number of accounts: a prime, so that follower lists can be shuffled. */
const POPULATION = 4093

const MEMBER_SINCE = Date.UTC(2009, 0, 1)
const TEN_YEARS = 10 * 365 * 86_400_000
const ID_OFFSET = 2 ** 40
const PLACE_BITS = 20n

export interface Person {
  /** Its index in the directory; the memorable ones come first. */
  readonly place: number
  readonly id: string
  readonly username: string
  readonly name: string
  readonly description: string
  readonly language: Language
  readonly createdAt: Date
}

export interface AccountDirectory {
  at(index: number): Person
  /** Finds an account by its handle (in any case, with or without "@") or its id, or returns null. */
  find(user: string): Person | null
}

/**
 * Returns an id as such services make them: first the time, then a distinguishing number of 20 bits; always beyond
 * 2^53.
 */
export const snowflakeIdAt = (milliseconds: number, distinct: number): string =>
  ((BigInt(milliseconds + ID_OFFSET) << PLACE_BITS) | BigInt(distinct)).toString()

/** Returns the moment in an id. */
export const snowflakeTime = (id: string): number => Number(BigInt(id) >> PLACE_BITS) - ID_OFFSET

/** Creates the directory of accounts at first use; always the same for the same seed. */
export function createAccountDirectory(seed: number): AccountDirectory {
  let made: { list: Person[]; byName: Map<string, Person> } | undefined
  const directory = () => {
    made ??= makeDirectory(seed)
    return made
  }
  return {
    at: (index) => {
      const person = directory().list[index]
      if (!person) throw new RangeError(`No account has the place ${index}`)
      return person
    },
    find: (user) => directory().byName.get(user.replace(/^@/, '').toLowerCase()) ?? null,
  }
}

function makeDirectory(seed: number) {
  const list: Person[] = []
  const byName = new Map<string, Person>()
  for (let index = 0; index < POPULATION; index++) {
    const person = makePerson(seed, index, (username) => byName.has(username.toLowerCase()))
    list.push(person)
    byName.set(person.username.toLowerCase(), person)
    byName.set(person.id, person)
  }
  return { list, byName }
}

function makePerson(seed: number, index: number, taken: (username: string) => boolean): Person {
  const chance = createRandomSource(seed, 11, index)
  const createdAt = new Date(MEMBER_SINCE + Math.floor((mixNumbers(seed, 12, index) / 2 ** 32) * TEN_YEARS))
  const base = { place: index, createdAt, id: snowflakeIdAt(createdAt.getTime(), index) }
  const memorable = MEMORABLE_ACCOUNTS[index]
  if (memorable) return { ...base, ...memorable }
  const language = pickLanguage(chance)
  const [given, givenHandle] = spellings(chance.pick(GIVEN_NAMES[language]))
  const [family, familyHandle] = spellings(chance.pick(FAMILY_NAMES[language]))
  const wanted = chance.pick([
    `${givenHandle}_${familyHandle}`,
    `${givenHandle}${familyHandle}`,
    `${givenHandle}${chance.below(90) + 10}`,
    `the_${familyHandle}`,
  ])
  return {
    ...base,
    username: taken(wanted) ? `${wanted}${index}` : wanted,
    name: language === 'ja' ? `${family} ${given}` : `${given} ${family}`,
    description: chance.pick(DESCRIPTIONS),
    language,
  }
}

function spellings(name: string): [shown: string, inHandle: string] {
  const [shown = name, inHandle = shown.toLowerCase()] = name.split('|')
  return [shown, inHandle]
}

const MIN_OF_MEMORABLE = 950

/** Returns how many accounts follow the account at an index of the directory. */
export const countFollowers = (seed: number, index: number): number =>
  index < MEMORABLE_ACCOUNTS.length
    ? MIN_OF_MEMORABLE + (mixNumbers(seed, 41, index) % 2500)
    : mixNumbers(seed, 41, index) % (mixNumbers(seed, 42, index) % 7 === 0 ? 900 : 60)

/**
 * Yields the positions of an account's followers in a fixed order, from after a position. An account never follows
 * itself.
 */
export function* followerPositions(seed: number, index: number, after: number | null): Generator<number> {
  const last = countFollowers(seed, index)
  for (let position = after === null ? 0 : after + 1; position < last; position++) yield position
}

/** Returns the account at a position of an account's followers, as an index in the directory. */
export function followerAt(seed: number, index: number, position: number): number {
  const order = createPermutation(POPULATION, mixNumbers(seed, 43, index))
  return order.at(position < order.indexOf(index) ? position : position + 1)
}
