import { isCode, type SourceTree } from './source-tree'
import { roomOf } from './storeys'

const TOP_FOLDERS = ['app', 'components', 'lib', 'prisma', 'tests', 'public', 'docs']
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/

/** Returns folders at the root that the layout does not name. */
export const strangeFolders = (names: readonly string[]): string[] =>
  names.filter((name) => !TOP_FOLDERS.includes(name))

/** Returns files of lib/ and components/ that are not in kebab-case; app/ follows Next's own names. */
export const oddNamesOf = (tree: SourceTree): string[] =>
  [...tree.keys()].filter(
    (path) => /^(components|lib)\//.test(path) && !path.split('/').every((name) => KEBAB_CASE.test(name)),
  )

/** Returns code of lib/ outside any room: beside the storeys, or beside the rooms of one. */
export const homelessFilesOf = (tree: SourceTree): string[] =>
  [...tree.keys()].filter((path) => path.startsWith('lib/') && isCode(path) && roomOf(path) === undefined)
