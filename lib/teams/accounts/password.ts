import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 256
/** Maximum length as typed: with accents apart, a Vietnamese or Greek letter takes four characters. */
const MAX_TYPED = 4 * MAX_CHARACTERS

export const TOO_SHORT = `Use at least ${MIN_CHARACTERS} characters: a few words make a good password.`
export const TOO_LONG = `Use at most ${MAX_CHARACTERS} characters.`

/**
 * Normalises a password for hashing and comparison, so that it is the same however a keyboard sends its accents and
 * signs (NFKC, as NIST SP 800-63B says). Case and spaces count, also at its ends.
 */
export const normalisePassword = (typed: string): string => typed.normalize('NFKC')

/** Returns whether a password is too short or too long, by its characters; null if neither. */
export function lengthFaultOf(typed: string): typeof TOO_SHORT | typeof TOO_LONG | null {
  if (typed.length > MAX_TYPED) return TOO_LONG
  const { length } = [...normalisePassword(typed)]
  return length < MIN_CHARACTERS ? TOO_SHORT : length > MAX_CHARACTERS ? TOO_LONG : null
}

/** Returns the argon2id hash of a password, with its salt and cost (PHC string). */
export const hashPassword = (password: string): Promise<string> => hash(normalisePassword(password), COST)

let decoy: Promise<string> | undefined

/**
 * Returns whether the password is right. Pass null for an unknown user: it takes as long, so nobody learns who exists.
 */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such user')
  const compared = passwordHash ?? (await decoy)
  const fits = await verify(compared, normalisePassword(password))
  return passwordHash !== null && fits
}
