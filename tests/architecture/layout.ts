import { isCode, type SourceTree } from './source-tree'

const TOP_FOLDERS = ['app', 'components', 'lib', 'prisma', 'tests', 'public', 'docs']
const MOST_LINES = 200
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/

const isOurCode = (path: string): boolean => isCode(path) && /^(app|components|lib)\//.test(path)

/** Folders at the root that the layout does not know. */
export const strangeFolders = (names: readonly string[]): string[] =>
  names.filter((name) => !TOP_FOLDERS.includes(name))

/** Files that have outgrown one job, with their number of lines. */
export const longFilesOf = (tree: SourceTree): string[] =>
  [...tree].flatMap(([path, text]) => {
    const lines = text.trimEnd().split('\n').length
    return isOurCode(path) && lines > MOST_LINES ? [`${path} has ${lines} lines`] : []
  })

/** Files of lib/ and components/ with other than kebab-case names; app/ follows Next's own names. */
export const oddNamesOf = (tree: SourceTree): string[] =>
  [...tree.keys()].filter(
    (path) => /^(components|lib)\//.test(path) && !path.split('/').every((name) => KEBAB_CASE.test(name)),
  )
