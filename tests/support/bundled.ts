import { rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { bundle } from '../../lib/server/build/bundle.mjs'

/** Below it packages are found. */
const FOLDER = resolve('node_modules/.cache/purser-tests')

const made = new Map<string, Promise<string>>()

/**
 * The file that one of our programs, a path from the project's root, is bundled to for as long as this process lives.
 * It starts seconds sooner than what has to be compiled.
 */
export function bundled(entry: string): Promise<string> {
  const known = made.get(entry) ?? make(entry)
  made.set(entry, known)
  return known
}

async function make(entry: string): Promise<string> {
  const file = resolve(FOLDER, `${process.pid}-${basename(entry, '.ts')}.mjs`)
  process.once('exit', () => rmSync(file, { force: true }))
  await bundle(entry, file)
  return file
}
