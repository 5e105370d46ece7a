import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { invalid, Secret, withoutMark } from '@/lib/kernel'

/** Places from which the file's secrets are read. Only the worker has these variables. */
export interface SecretPlaces {
  /** The file itself; paths are relative to its folder. */
  readonly path: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Names of variables for the file's secrets. The web process gets none of these. */
const VARIABLE = /^PURSER_PROVISION_[A-Z0-9_]+$/
const MAX_BYTES = 4096

/**
 * Reads a secret of the file: the text itself, or what `env:NAME` or `file:path` holds, without the line break at its
 * end. Surrounding blanks are removed, except from a password, of which they are a part. Throws `invalid`.
 */
export async function readSecretText(
  text: string,
  places: SecretPlaces,
  { isPassword = false }: { readonly isPassword?: boolean } = {},
): Promise<Secret> {
  const [, kind, rest = ''] = /^\s*(env|file):(.*?)\s*$/s.exec(text) ?? []
  if (kind === undefined) return new Secret(text)
  const whole = kind === 'env' ? readVariable(rest, places) : await readSmallFile(rest, places)
  const held = isPassword ? whole : whole.trim()
  if (held === '') throw invalid(`What ${kind}:${rest} holds is empty.`)
  return new Secret(held)
}

const withoutLineEnd = (text: string): string => withoutMark(text).replace(/[\r\n]+$/, '')

function readVariable(name: string, { variables }: SecretPlaces): string {
  if (!VARIABLE.test(name))
    throw invalid(
      'The variable’s name must begin with PURSER_PROVISION_, with capitals, digits and underscores.',
    )
  const held = variables[name]
  if (held === undefined) throw invalid(`The variable ${name} is not set.`)
  return withoutLineEnd(held)
}

async function readSmallFile(name: string, { path }: SecretPlaces): Promise<string> {
  const file = resolve(dirname(path), name)
  try {
    const { size } = await stat(file)
    if (size <= MAX_BYTES) return withoutLineEnd(await readFile(file, 'utf8'))
  } catch {
    throw invalid(`The file ${name} cannot be read. Correct the path or its permissions.`)
  }
  throw invalid(`The file ${name} is larger than 4 KB.`)
}
