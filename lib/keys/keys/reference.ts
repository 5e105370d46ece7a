import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { conflict, type TeamScope } from '@/lib/kernel'

/** From where keys outside of the database are read. */
export interface KeyPlaces {
  /** The environment's variables. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The folder with a folder for each team; null where PURSER_KEY_FILES is not set. */
  readonly folder: string | null
}

const FORM = /^(env|file):(.*)$/s
/** No “__” in it, so that no team's names can be read as another's. */
const REST = /^[A-Z0-9]+(_[A-Z0-9]+)*$/
/** No name begins with a dot, so none leads up. */
const FILE = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const LARGEST_BYTES = 4096

/** Whether a text says where a key is, instead of being one. */
export const isReference = (text: string): boolean => FORM.test(text)

/** What the names of a team's variables begin with. */
export const variablePrefix = ({ slug }: Pick<TeamScope, 'slug'>): string =>
  `PURSER_KEY_${slug.toUpperCase().replaceAll('-', '_')}__`

/** Why a team may not use a reference, in a sentence; null where it may. It reads nothing. */
export function referenceFault(team: Pick<TeamScope, 'slug'>, reference: string): string | null {
  const [, kind, name = ''] = FORM.exec(reference) ?? []
  if (kind === 'env') {
    const prefix = variablePrefix(team)
    if (name.startsWith(prefix) && REST.test(name.slice(prefix.length))) return null
    return `The variable must be named ${prefix}… with capitals, digits and single underscores after it, such as env:${prefix}MAIN.`
  }
  if (kind === 'file' && FILE.test(name)) return null
  return 'Name a file below your team’s folder of keys, such as file:main.key: letters, digits, “-”, “_” and “.”, with “/” between folders.'
}

/** What a reference holds, without blanks around it. Throws `conflict` with a sentence where it cannot be read. */
export async function readReference(
  team: Pick<TeamScope, 'slug'>,
  reference: string,
  places: KeyPlaces,
): Promise<string> {
  const fault = referenceFault(team, reference)
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
    // One sentence for all causes: what lies outside must not be found out by trying.
    throw conflict(
      `The key cannot be read: the file ${name} is not in the folder ${slug} of the folder that PURSER_KEY_FILES names, is empty, is larger than 4 KB, leads elsewhere, or may not be read by Purser. Ask the person who runs Purser.`,
    )
  }
}

/** Where a path really leads. Throws if that is outside of `base`. */
async function within(base: string, path: string): Promise<string> {
  const real = await realpath(path)
  if (!real.startsWith(base + sep)) throw new Error('leads elsewhere')
  return real
}

async function readSmall(path: string): Promise<string> {
  // A pipe would never answer without O_NONBLOCK.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = await file.stat()
    if (!stat.isFile() || stat.size > LARGEST_BYTES) throw new Error('no small file')
    const text = (await file.readFile('utf8')).trim()
    if (text === '') throw new Error('empty')
    return text
  } finally {
    await file.close()
  }
}
