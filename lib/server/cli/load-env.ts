import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { withoutMark } from '@/lib/kernel'

/**
 * Takes what the file sets and the environment does not; where there is none, nothing. Node's own
 * reader takes a byte-order mark for a part of the first name, and that setting would be lost without a word.
 */
export function loadEnv(file = '.env'): void {
  for (const [name, value] of Object.entries(parseEnv(withoutMark(readIfThere(file)))))
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
