import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fill } from './fill'
import type { Shape } from './shape'
import { found, type Installation } from './world'

const note = z.object({ entries: z.number(), from: z.number(), to: z.number() })

/** The content of a filled folder: the number of calls, and their span. */
export type Filled = z.output<typeof note>

/** Fills an installation unless that was done before. */
export async function generate(
  installation: Installation,
  shape: Shape,
  tell: (line: string) => void,
): Promise<Filled> {
  const file = join(installation.folder, 'bench.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text !== null) return note.parse(JSON.parse(text))
  await found(installation, shape)
  const filled = { entries: shape.entries, ...(await fill(installation.location, shape, tell)) }
  await writeFile(file, JSON.stringify(filled))
  return filled
}
