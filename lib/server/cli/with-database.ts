import { existsSync } from 'node:fs'
import { invalid } from '@/lib/kernel'
import { type Db, openDb, resolveDbLocation } from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import { readEnv } from '@/lib/server/runtime'
import { loadEnv } from './load-env'

/** Does a command's work on Purser's database. Throws `invalid` if there is none yet: a command never makes one. */
export async function withDatabase<T>(work: (opened: { db: Db; env: Env }) => Promise<T>): Promise<T> {
  loadEnv()
  const env = readEnv(process.env)
  const location = resolveDbLocation(env)
  if (location.engine === 'sqlite' && !existsSync(location.file))
    throw invalid(`There is no database ${location.file}. Set PURSER_DATA to the folder that Purser uses.`)
  const db = openDb(location)
  try {
    return await work({ db, env })
  } finally {
    await db.$disconnect()
  }
}
