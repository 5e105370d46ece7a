import { StringDecoder } from 'node:string_decoder'

/** Yields the lines of a stream of bytes. Only a line feed ends a line, because a text may hold any other character. */
export async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  for await (const chunk of source) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    parts.push(first)
    for (const next of others) {
      yield parts.join('')
      parts = [next]
    }
  }
  const rest = parts.join('') + decoder.end()
  if (rest !== '') yield rest
}
