import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { AppError, foldText, invalid } from '@/lib/kernel'

// OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 256
/** Maximum length as typed: with accents apart, a Vietnamese or Greek letter takes four characters. */
const MAX_TYPED = 4 * MAX_CHARACTERS

export const PASSWORD_TOO_SHORT = `Use at least ${MIN_CHARACTERS} characters: a few words make a good password.`
export const PASSWORD_TOO_LONG = `Use at most ${MAX_CHARACTERS} characters.`

/**
 * Normalises a password for hashing and comparison, so that it is the same however a keyboard sends its accents and
 * signs (NFKC, as NIST SP 800-63B says). Case and spaces count, also at its ends.
 */
export const normalisePassword = (typed: string): string => typed.normalize('NFKC')

/** Returns whether a password is too short or too long, by its characters; null if neither. */
export function passwordLengthFault(
  typed: string,
): typeof PASSWORD_TOO_SHORT | typeof PASSWORD_TOO_LONG | null {
  if (typed.length > MAX_TYPED) return PASSWORD_TOO_LONG
  const { length } = [...normalisePassword(typed)]
  return length < MIN_CHARACTERS ? PASSWORD_TOO_SHORT : length > MAX_CHARACTERS ? PASSWORD_TOO_LONG : null
}

/** Returns the argon2id hash of a password, with its salt and cost (PHC string). */
export const hashPassword = (password: string): Promise<string> => hash(normalisePassword(password), COST)

let decoy: Promise<string> | undefined

/**
 * Returns whether the password is right. Pass null for an unknown user: it takes as long, so nobody learns who exists.
 */
export async function isPasswordCorrect(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such user')
  const compared = passwordHash ?? (await decoy)
  const fits = await verify(compared, normalisePassword(password))
  return passwordHash !== null && fits
}

/** The owner of a password, which must not be made of what others know of them. */
interface PasswordOwner {
  readonly name: string
  readonly email: string
}

/** Minimum number of characters that must remain without the person's names. */
const MIN_OWN = 8
/** Minimum length of a part of a name that is removed; shorter ones are in many good phrases by chance. */
const MIN_PART = 3

let common: Promise<ReadonlySet<string>> | undefined

/** Loads the 49,000 most common passwords when the first password is chosen, and only on a server. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Throws `invalid` for a password that is guessed first: a common one, also with digits and signs around it, one that
 * repeats itself, or one made of the person's own name, address or this program's name. First account, invite, change
 * and reset all call it.
 */
export async function requireStrongPassword(password: string, owner: PasswordOwner): Promise<void> {
  const why = await faultOf(foldText(password), owner)
  if (why) throw invalid('Choose another password.', { password: why })
}

async function faultOf(password: string, owner: PasswordOwner): Promise<string | null> {
  if (/^(.{1,4}?)\1+.{0,3}$/su.test(password))
    return 'It repeats itself. A few different words make a good password.'
  if (countSigns(withoutNames(password, owner)) < MIN_OWN)
    return 'It is made of your name, your address or “Purser”. Use words that others do not know of you.'
  common ??= loadCommon()
  const list = await common
  // To those who guess, "Sunshine2024!" is "sunshine".
  const core = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isCommon = [password, core].some((text) => text !== '' && list.has(text))
  return isCommon || core === ''
    ? 'It is one of the first that are guessed. A few words make a good password.'
    : null
}

/** Removes the parts of its owner's name and address from a password. */
function withoutNames(password: string, { name, email }: PasswordOwner): string {
  const parts = foldText(`${name} ${email} purser`).split(/[^\p{L}\p{N}\p{M}]+/u)
  return [foldText(email), ...parts]
    .filter((part) => part.length >= MIN_PART)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, part) => rest.replaceAll(part, ''), password)
}

const countSigns = (text: string): number => text.replace(/[^\p{L}\p{N}]/gu, '').length

/**
 * The standing of a visitor. stranger: anybody unknown · known: a signed-in person, or a browser in which the account
 * has signed in before.
 */
export type VisitorStanding = 'stranger' | 'known'

/** Hashes and compares all passwords of a process, one at a time, so that pages stay quick. */
export interface PasswordHasher {
  /** Does the work in its turn. Returns null at once if too many of that standing wait. */
  run<T>(standing: VisitorStanding, work: () => Promise<T>): Promise<{ readonly result: T } | null>
}

/** Maximum number of waiting passwords. One takes about 20 ms, so the last of a full queue waits about a second. */
const MAX_WAITING: Readonly<Record<VisitorStanding, number>> = { stranger: 40, known: 40 }

export function createPasswordHasher(): PasswordHasher {
  const queue = new PQueue({ concurrency: 1 })
  const waiting: Record<VisitorStanding, number> = { stranger: 0, known: 0 }
  return {
    async run(standing, work) {
      if (waiting[standing] >= MAX_WAITING[standing]) return null
      waiting[standing]++
      // Strangers can fill only their own places; known visitors go first.
      return queue
        .add(async () => ({ result: await work() }), { priority: standing === 'known' ? 1 : 0 })
        .finally(() => {
          waiting[standing]--
        })
    },
  }
}

/** Does the work in its turn, for verbs that answer with an error. */
export async function runInHashQueue<T>(
  hashing: PasswordHasher,
  standing: VisitorStanding,
  work: () => Promise<T>,
): Promise<T> {
  const done = await hashing.run(standing, work)
  if (!done) throw new AppError('rate_limited', 'Too many people are signing in. Try again in a few seconds.')
  return done.result
}
