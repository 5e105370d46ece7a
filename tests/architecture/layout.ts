import { isCode, type SourceTree } from './source-tree'
import { roomOf } from './storeys'

const TOP_FOLDERS = ['app', 'components', 'lib', 'prisma', 'tests', 'public', 'docs']
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/

/** Folders at the root that the layout does not know. */
export const strangeFolders = (names: readonly string[]): string[] =>
  names.filter((name) => !TOP_FOLDERS.includes(name))

/** Files of lib/ and components/ with other than kebab-case names; app/ follows Next's own names. */
export const oddNamesOf = (tree: SourceTree): string[] =>
  [...tree.keys()].filter(
    (path) => /^(components|lib)\//.test(path) && !path.split('/').every((name) => KEBAB_CASE.test(name)),
  )

/** Code of lib/ that lies in no room: beside the storeys, or beside the rooms of one. */
export const homelessFilesOf = (tree: SourceTree): string[] =>
  [...tree.keys()].filter((path) => path.startsWith('lib/') && isCode(path) && roomOf(path) === undefined)
