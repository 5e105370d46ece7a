import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { conflict, type TeamScope } from '@/lib/kernel'

/** The places from which keys outside of the database are read. */
export interface ReferenceSources {
  /** Variables of the environment. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Folder with a subfolder for each team; null if PURSER_KEY_FILES is not set. */
  readonly folder: string | null
}

const FORM = /^(env|file):(.*)$/s
/** Name without “__”, so that no team's names can be read as another's. */
const REST = /^[A-Z0-9]+(_[A-Z0-9]+)*$/
/** Path in which no name begins with a dot, so that none leads up. */
const FILE = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const MAX_BYTES = 4096

/** Returns whether a text is a reference to a key instead of a key. */
export const isReference = (text: string): boolean => FORM.test(text)

/** Returns the prefix of the names of a team's variables. */
export const referenceVariablePrefix = ({ slug }: Pick<TeamScope, 'slug'>): string =>
  `PURSER_KEY_${slug.toUpperCase().replaceAll('-', '_')}__`

/** Returns why a team may not use a reference, in a sentence; null if it may. Reads nothing. */
export function findReferenceViolation(team: Pick<TeamScope, 'slug'>, reference: string): string | null {
  const [, kind, name = ''] = FORM.exec(reference) ?? []
  if (kind === 'env') {
    const prefix = referenceVariablePrefix(team)
    if (name.startsWith(prefix) && REST.test(name.slice(prefix.length))) return null
    return `The variable must be named ${prefix}… with capitals, digits and single underscores after it, such as env:${prefix}MAIN.`
  }
  if (kind === 'file' && FILE.test(name)) return null
  return 'Name a file below your team’s folder of keys, such as file:main.key: letters, digits, “-”, “_” and “.”, with “/” between folders.'
}

/** Returns the text at a reference, trimmed. Throws `conflict` with a sentence if it cannot be read. */
export async function readReference(
  team: Pick<TeamScope, 'slug'>,
  reference: string,
  places: ReferenceSources,
): Promise<string> {
  const fault = findReferenceViolation(team, reference)
  if (fault) throw conflict(fault)
  const [, kind, name = ''] = FORM.exec(reference) ?? []
  if (kind === 'file') return readBelow(team, name, places.folder)
  const text = places.variables[name]?.trim()
  if (text) return text
  throw conflict(
    `The key cannot be read: the variable ${name} is not set. Ask the person who runs Purser to set it and to start Purser again.`,
  )
}

async function readBelow({ slug }: Pick<TeamScope, 'slug'>, name: string, folder: string | null) {
  if (folder === null)
    throw conflict(
      'The key cannot be read: this Purser reads no files of keys. Ask the person who runs Purser to set PURSER_KEY_FILES.',
    )
  try {
    const root = await realpath(/* turbopackIgnore: true */ folder)
    const base = await within(root, join(root, slug))
    return await readSmall(await within(base, join(base, name)))
  } catch {
    // One sentence for all causes, so that what lies outside cannot be found out by trying.
    throw conflict(
      `The key cannot be read: the file ${name} is not in the folder ${slug} of the folder that PURSER_KEY_FILES names, is empty, is larger than 4 KB, leads elsewhere, or may not be read by Purser. Ask the person who runs Purser.`,
    )
  }
}

/** Returns the real path. Throws if it lies outside of `base`. */
async function within(base: string, path: string): Promise<string> {
  const real = await realpath(path)
  if (!real.startsWith(base + sep)) throw new Error('leads elsewhere')
  return real
}

async function readSmall(path: string): Promise<string> {
  // Without O_NONBLOCK, a pipe would never answer.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = await file.stat()
    if (!stat.isFile() || stat.size > MAX_BYTES) throw new Error('no small file')
    const text = (await file.readFile('utf8')).trim()
    if (text === '') throw new Error('empty')
    return text
  } finally {
    await file.close()
  }
}
