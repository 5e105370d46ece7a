import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { withoutMark } from '@/lib/kernel'
import { FileFault, type FilePlace } from './place'
import { type ProvisionFile, provisionFile } from './schemas'

const MAX_BYTES = 5_000_000

/** Reads the file and checks its form. Throws `FileFault`. */
export async function readProvisionFile(path: string): Promise<ProvisionFile> {
  const given = parse(await readText(path))
  const parsed = provisionFile.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw issue ? faultOf(issue, given) : new FileFault([], 'It cannot be used.')
}

async function readText(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8')
    if (text.length <= MAX_BYTES) return text
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') throw new FileFault([], 'There is no such file. Correct the path.')
    if (code === 'EISDIR') throw new FileFault([], 'It is a folder. Name the file in it.')
    throw new FileFault([], 'Purser may not read it. Change its permissions.')
  }
  throw new FileFault([], 'It is larger than 5 MB.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text))
  } catch {
    // The parser's own message repeats a piece of the file, which may be a secret.
    throw new FileFault([], 'It is not JSON. Correct it.')
  }
}

function faultOf(issue: z.core.$ZodIssue, given: unknown): FileFault {
  const place = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys
    return new FileFault([...place, name], 'There is no such field here. Correct its name, or leave it out.')
  }
  if (issue.code !== 'custom' && valueAt(given, place) === undefined)
    return new FileFault(place, 'This field is missing.')
  return new FileFault(place, issue.message)
}

const valueAt = (given: unknown, place: FilePlace): unknown =>
  place.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    given,
  )
