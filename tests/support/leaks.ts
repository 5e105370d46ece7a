/** How much of a key's secret part may appear anywhere: less than this many characters. */
const WINDOW = 12
const PREFIX = 12

interface Needle {
  readonly encoding: string
  readonly text: string
}

/**
 * Makes a search for keys that got out: any 12 characters of a secret part, as they are or in base64 (any alignment,
 * both alphabets), hex or percent-encoding. Answers what it found, in words that do not repeat the secret.
 */
export function createLeakFinder(
  keys: readonly string[],
): (where: string, content: Buffer | string) => string[] {
  const needles = keys.flatMap((key) =>
    needlesOf(key).map((needle) => ({ ...needle, prefix: key.slice(0, PREFIX) })),
  )
  return (where, content) => {
    // Latin-1 keeps every byte, so a database file can be searched like a text.
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
  return starts.flatMap((start) => {
    const part = secret.slice(start, start + WINDOW)
    const hex = Buffer.from(part).toString('hex')
    return [
      { encoding: 'plain', text: part },
      { encoding: 'hex', text: hex },
      { encoding: 'percent', text: hex.replace(/../g, '%$&') },
      ...base64Of(part).flatMap((text) => [
        { encoding: 'base64', text },
        { encoding: 'base64', text: text.replaceAll('+', '-').replaceAll('/', '_') },
      ]),
    ]
  })
}

/** The characters that stand for `part` within a longer base64 text, at each of the three ways it can be aligned. */
function base64Of(part: string): string[] {
  return [0, 1, 2].map((lead) => {
    const text = Buffer.concat([Buffer.alloc(lead), Buffer.from(part)]).toString('base64')
    const bits = (lead + part.length) * 8
    return text.slice(Math.ceil((lead * 8) / 6), Math.floor(bits / 6))
  })
}
