import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { SourceTree } from './source-tree'

const LIBRARY = join(process.cwd(), 'node_modules/@mantine/core')
const NOTIFICATIONS = join(process.cwd(), 'node_modules/@mantine/notifications/esm')
/** Style sheets that every page needs. */
const ALWAYS = ['baseline', 'default-css-variables', 'global']

const NAMES = /import (?:type )?\{([^}]*)\} from ['"]@mantine\/core['"]/g
const namesIn = (source: string): string[] =>
  [...source.matchAll(NAMES)]
    .filter(([whole]) => !whole.startsWith('import type'))
    .flatMap(([, names]) => names?.split(',') ?? [])
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0] ?? name)

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join(folder, name))

/** Returns the library's file for each exported name. */
function filesOfLibrary(): Map<string, string> {
  const index = readFileSync(join(LIBRARY, 'esm/index.mjs'), 'utf8')
  const files = new Map<string, string>()
  for (const [, names, path] of index.matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g))
    for (const name of names?.split(',') ?? [])
      files.set(name.trim().split(' as ').at(-1) ?? '', resolve(LIBRARY, 'esm', path ?? ''))
  return files
}

/** Returns the style sheets of the library components that some sources use, directly or through another component. */
export function stylesUsedIn(sources: Iterable<string>): string[] {
  const files = filesOfLibrary()
  const styles = new Set(ALWAYS)
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    if (file.endsWith('.module.mjs')) styles.add(basename(file, '.module.mjs'))
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import) "(\.[^"]+)"/g))
      visit(resolve(dirname(file), path ?? ''))
  }
  for (const source of sources)
    for (const name of namesIn(source)) {
      const file = files.get(name)
      if (file) visit(file)
    }
  return [...styles].filter((name) => existsSync(join(LIBRARY, `styles/${name}.css`))).sort()
}

/** Returns what a page may show of the library, through our own code or the library's messages. */
export const sourcesWithLibrary = (tree: SourceTree): string[] => [
  ...[...tree].filter(([file]) => /^(app|components)\/.*\.tsx?$/.test(file)).map(([, source]) => source),
  ...filesBelow(NOTIFICATIONS).map((file) => readFileSync(file, 'utf8')),
]

/** Returns the library style sheets that a file imports, in order. */
export const stylesImportedBy = (source: string): string[] =>
  [...source.matchAll(/@import ['"]@mantine\/core\/styles\/([\w-]+)\.css['"];/g)].map(
    ([, name]) => name ?? '',
  )

/** Returns the position at which the library itself has a style sheet. */
export function placeInLibrary(name: string): number {
  const whole = readFileSync(join(LIBRARY, 'styles.css'), 'utf8')
  const sheet = readFileSync(join(LIBRARY, `styles/${name}.css`), 'utf8')
  return whole.indexOf(sheet.trim().slice(0, 80))
}
