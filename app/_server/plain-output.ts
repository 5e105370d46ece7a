import type { WriteStream } from 'node:tty'

const ESCAPE = String.fromCharCode(27)
/** Colours, which a terminal understands and which do nothing else; other control characters; marks that turn texts. */
const SIGNS = new RegExp(`${ESCAPE}\\[[\\d;]*m|[^\\P{Cc}\\n\\t\\r]|[\\u202a-\\u202e\\u2066-\\u2069]`, 'gu')

/** A line for a log, with control characters written out, so that no visitor's bytes reach a terminal as they are. */
export const plainLine = (text: string, mayHaveColours: boolean): string =>
  text.replace(SIGNS, (signs) => {
    const [first = '', ...rest] = signs
    const isColour = rest.length > 0
    if (isColour && mayHaveColours) return signs
    return `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${rest.join('')}`
  })

/**
 * Next prints what it was sent within its own errors: from now on a stream of the process writes it out as text, after
 * `clean` has taken out what nobody may read.
 */
export function writePlainly(
  stream: Pick<WriteStream, 'write' | 'isTTY'>,
  clean: (text: string) => string = (text) => text,
): void {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(
      typeof chunk === 'string' ? plainLine(clean(chunk), stream.isTTY) : chunk,
      ...rest,
    )) as typeof stream.write
}
