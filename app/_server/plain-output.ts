import type { WriteStream } from 'node:tty'

const ESCAPE = String.fromCharCode(27)
/**
 * Matches colours, which are harmless in a terminal; other control characters; and marks that change text direction.
 */
const SIGNS = new RegExp(`${ESCAPE}\\[[\\d;]*m|[^\\P{Cc}\\n\\t\\r]|[\\u202a-\\u202e\\u2066-\\u2069]`, 'gu')

/**
 * Returns a log line with control characters written out, so that a visitor's bytes never reach a terminal unescaped.
 */
export const escapeControlCharacters = (text: string, mayHaveColours: boolean): string =>
  text.replace(SIGNS, (signs) => {
    const [first = '', ...rest] = signs
    const isColour = rest.length > 0
    if (isColour && mayHaveColours) return signs
    return `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${rest.join('')}`
  })

/**
 * Makes a stream of the process write control characters as text, after `clean` has removed secrets: Next repeats in
 * its own errors what it was sent.
 */
export function escapeStreamOutput(
  stream: Pick<WriteStream, 'write' | 'isTTY'>,
  clean: (text: string) => string = (text) => text,
): void {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(
      typeof chunk === 'string' ? escapeControlCharacters(clean(chunk), stream.isTTY) : chunk,
      ...rest,
    )) as typeof stream.write
}
