#!/usr/bin/env node
/**
 * `npm run purser -- <command>`, in the image `purser <command>`: commands for the server's machine, and the team's API
 * on the command line.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@/lib/kernel'
import type { ProgramIo } from '@/lib/server/program'
import { runServerCommand } from './server-commands'

// A file name is relative to the folder in which the command was typed, but npm runs it in the project's root.
const folder = (process.env.npm_lifecycle_event === 'purser' && process.env.INIT_CWD) || process.cwd()

// In the image this file, bundled, is next to prisma/.
const own = dirname(fileURLToPath(import.meta.url))
const root = existsSync(join(own, 'prisma')) ? own : resolve(own, '../../..')

async function save(name: string | null, body: ReadableStream<Uint8Array>): Promise<void> {
  if (name === null) return pipeline(body, process.stdout, { end: false })
  const file = resolve(folder, name)
  const part = `${file}.part`
  try {
    await pipeline(body, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const io: ProgramIo = {
  env: process.env,
  clock: systemClock,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  save,
}

// A reader that stops early, such as `head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
const typed = process.argv.slice(2)
const code = await runServerCommand(typed, io, { root, folder })
// Loads the table of endpoints only where it is needed: it takes most of a server command's start.
process.exitCode = code ?? (await (await import('@/lib/server/program')).runProgram(typed, io))
