import { isCode, type SourceTree } from './source-tree'
import { roomOf } from './storeys'

const TOP_FOLDERS = ['app', 'components', 'lib', 'prisma', 'tests', 'public', 'docs']
const MOST_LINES = 200
/** A page says what is on it; its cards are files of their own. */
const MOST_LINES_OF_PAGE = 80
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/

const isOurCode = (path: string): boolean => isCode(path) && /^(app|components|lib)\//.test(path)

/** Folders at the root that the layout does not know. */
export const strangeFolders = (names: readonly string[]): string[] =>
  names.filter((name) => !TOP_FOLDERS.includes(name))

/** Files that have outgrown one job, with their number of lines. */
export const longFilesOf = (tree: SourceTree): string[] =>
  [...tree].flatMap(([path, text]) => {
    const lines = text.trimEnd().split('\n').length
    return isOurCode(path) && lines > mostLines(path) ? [`${path} has ${lines} lines`] : []
  })

const mostLines = (path: string): number =>
  /^app\/(?:.+\/)?page\.tsx?$/.test(path) ? MOST_LINES_OF_PAGE : MOST_LINES

/** Files of lib/ and components/ with other than kebab-case names; app/ follows Next's own names. */
export const oddNamesOf = (tree: SourceTree): string[] =>
  [...tree.keys()].filter(
    (path) => /^(components|lib)\//.test(path) && !path.split('/').every((name) => KEBAB_CASE.test(name)),
  )

/** Code of lib/ that lies in no room: beside the storeys, or beside the rooms of one. */
export const homelessFilesOf = (tree: SourceTree): string[] =>
  [...tree.keys()].filter((path) => path.startsWith('lib/') && isCode(path) && roomOf(path) === undefined)
