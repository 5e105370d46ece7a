import { KEY_FORMS } from './key-forms'

/** Number of consecutive characters of a key's secret part that must appear nowhere. */
const WINDOW = 12
const PREFIX = 12

interface Needle {
  readonly encoding: string
  readonly text: string
}

/**
 * Creates a search for leaked keys: any 12 characters of a secret part, plain or in any form of `KEY_FORMS` (base64 at
 * any alignment). With `nested` also in a form of a form, which takes longer and finds only whole keys. Returns what
 * it found, without repeating the secret.
 */
export function createLeakFinder(
  keys: readonly string[],
  { nested = false } = {},
): (where: string, content: Buffer | string) => string[] {
  const needles = keys.flatMap((key) =>
    [...needlesOf(key), ...(nested ? nestedNeedlesOf(key) : [])].map((needle) => ({
      ...needle,
      prefix: key.slice(0, PREFIX),
    })),
  )
  return (where, content) => {
    // Latin-1 keeps every byte, so a database file can be searched like text.
    const text = typeof content === 'string' ? content : content.toString('latin1')
    const folded = text.toLowerCase()
    const found = needles.filter(({ encoding, text: needle }) =>
      encoding === 'hex' || encoding === 'percent' ? folded.includes(needle) : text.includes(needle),
    )
    return [...new Set(found.map(({ prefix, encoding }) => `${where}: part of ${prefix}… (${encoding})`))]
  }
}

function needlesOf(key: string): Needle[] {
  const secret = key.slice(PREFIX)
  const starts = Array.from({ length: secret.length - WINDOW + 1 }, (_, start) => start)
  return distinct(starts.flatMap((start) => formsOf(secret.slice(start, start + WINDOW))))
}

function formsOf(part: string): Needle[] {
  const hex = Buffer.from(part).toString('hex')
  // In lower case, because the text is folded for these two.
  const folded = [
    { encoding: 'hex', text: hex },
    { encoding: 'percent', text: hex.replace(/../g, '%$&') },
  ]
  const others = KEY_FORMS.filter(({ name }) => !/^(hex|percent)$/i.test(name))
  return [
    ...folded,
    ...others.flatMap(({ name, parts }) =>
      parts(part).map((text) => ({ encoding: name === 'base64url' ? 'base64' : name, text })),
    ),
  ]
}

/** Three distant parts of the secret, in each form of each form. */
const nestedNeedlesOf = (key: string): Needle[] =>
  distinct(
    [0, 8, 16].flatMap((start) => {
      const part = key.slice(PREFIX + start, PREFIX + start + WINDOW)
      return KEY_FORMS.flatMap((inner) =>
        inner
          .parts(part)
          .flatMap((within) =>
            KEY_FORMS.flatMap((outer) =>
              outer.parts(within).map((text) => ({ encoding: `${inner.name} in ${outer.name}`, text })),
            ),
          ),
      )
    }),
  )

/** A key without special characters is the same in many forms: each match is named once, by its first form. */
const distinct = (needles: readonly Needle[]): Needle[] => [
  ...new Map([...needles].reverse().map((needle) => [needle.text, needle])).values(),
]
