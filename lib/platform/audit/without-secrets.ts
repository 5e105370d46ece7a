import { Secret } from '@/lib/kernel'

const REDACTED = '[redacted]'

/** Names of fields that may hold a secret, whose values are never stored. */
const SECRET_FIELD = /pass(word|phrase)|secret|token|credential|authori[sz]ation|cookie|continuation/i

/** Returns whether a field of this name may hold a secret. */
export const holdsSecret = (name: string): boolean => SECRET_FIELD.test(name)

/**
 * Texts that are secrets wherever they stand, since somebody may paste one into a name. What is kept identifies which
 * it was.
 */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/(xd_live_[\x21-\x7e]{4})[\x21-\x7e]{8,}/g, '$1…'],
  [/\b(https?|smtps?|postgres(?:ql)?):\/\/[^\s/@]*@/gi, `$1://${REDACTED}@`],
  [/(hooks\.slack\.com)\/[^\s"]+/gi, `$1/${REDACTED}`],
  [/\bwhsec_[\w+/=-]+/g, REDACTED],
  [/\bxox[a-z]-[\w-]{8,}/gi, REDACTED],
  [/\beyJ[\w-]{8,}\.[\w.-]+/g, REDACTED],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/((?:__Host-|__Secure-)?(?:next-auth|purser)\.[\w.-]+=)[^;\s"]+/g, `$1${REDACTED}`],
  // Our own tokens have 43 characters; argon2 and hex hashes have more.
  [/\$argon2\S+/g, REDACTED],
  [/(?<![\w-])[\w-]{43,}(?![\w-])/g, REDACTED],
]

const MAX_LENGTH = 500

/** Removes what looks like a secret from a text, and truncates it to 500 characters by default. */
export function textWithoutSecrets(text: string, longest = MAX_LENGTH): string {
  const bare = SECRET_TEXTS.reduce((rest, [secret, instead]) => rest.replace(secret, instead), text)
  return bare.length > longest ? `${bare.slice(0, longest - 1)}…` : bare
}

/** Converts any value to what may be stored in the audit log. Every entry's content passes through here. */
export function withoutSecrets(value: unknown, field = ''): unknown {
  if (value instanceof Secret) return REDACTED
  if (holdsSecret(field) && value !== null && value !== undefined && typeof value === 'string')
    return REDACTED
  if (typeof value === 'string') return textWithoutSecrets(value)
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      // `from` and `to` stand below the name of what changed.
      withoutSecrets(each, `${field} ${name}`),
    ]),
  )
}
