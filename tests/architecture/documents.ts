import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The project's documents, by path from the root. */
export type Documents = ReadonlyMap<string, string>

/** Reads every Markdown file at the root and below docs/. */
export function readDocuments(): Documents {
  const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => join('docs', path))
  const paths = [...readdirSync('.'), ...inDocs].filter((path) => path.endsWith('.md'))
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
}

/**
 * Returns the rooms that the map of lib/ lists: those named before a colon in a storey's row, else the storey itself.
 */
export const roomsIn = (map: string): string[] =>
  [...map.matchAll(/^\| `(lib\/[^`]+)` \| (.*) \|$/gm)].flatMap(([, storey = '', rooms = '']) => {
    const names = [...rooms.matchAll(/`([a-z-]+)`:/g)].map(first)
    return names.length === 0 ? [storey] : names.map((name) => `${storey}/${name}`)
  })

/** Returns the settings in the table, in order. */
export const settingsIn = (table: string): string[] =>
  [...table.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)]
    .map(first)
    .flatMap((cell) => [...cell.matchAll(/[A-Z_]+/g)].map(([name]) => name))

/** Returns the scripts that a document tells its reader to run. */
export const commandsIn = (text: string): string[] =>
  [...text.matchAll(/npm run (?:-s )?([a-z][a-z0-9:-]*[a-z0-9])/g)].map(first)

/** Returns relative links to files that do not exist. */
export const brokenLinksOf = (documents: Documents): string[] =>
  [...documents].flatMap(([path, text]) =>
    [...text.matchAll(/\]\(((?:\([^()]*\)|[^()\s])+)\)/g)]
      .map(first)
      .map((link) => link.replace(/#.*$/, ''))
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(normalize(join(dirname(path), link))))
      .map((link) => `${path} -> ${link}`),
  )

const first = (match: RegExpMatchArray): string => match[1] ?? ''
