import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { removeByteOrderMark } from '@/lib/kernel'

/**
 * Sets the variables of a file that the environment does not set; does nothing if the file is missing. Node's own
 * reader takes a byte-order mark for part of the first name, so that setting would be lost silently.
 */
export function loadEnv(file = '.env'): void {
  for (const [name, value] of Object.entries(parseEnv(removeByteOrderMark(readIfThere(file)))))
    process.env[name] ??= value
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
