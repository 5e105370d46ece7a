import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { defineConfig } from 'prisma/config'
import { assembleSchema } from './lib/server/build/generate.mjs'

// Points Prisma's own commands, such as `npx prisma migrate status`, at the database that Purser would use.
if (existsSync('.env')) loadEnvFile('.env')
const { DATABASE_URL, PURSER_DATA } = process.env
const engine = process.env.PURSER_SCHEMA === 'sqlite' || !DATABASE_URL ? 'sqlite' : 'postgres'

export default defineConfig({
  schema: assembleSchema(engine),
  migrations: { path: `prisma/${engine}/migrations` },
  datasource: { url: DATABASE_URL || `file:${join(PURSER_DATA || '.purser', 'purser.db')}` },
})
