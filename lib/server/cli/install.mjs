// After `npm ci`: the SQLite that fits this Node, and the Prisma clients.
import { generateClients } from './generate.mjs'
import { installSqliteForThisNode } from './sqlite.mjs'

if (!installSqliteForThisNode()) {
  console.error(
    'No better-sqlite3 for this version of Node could be installed. On Node 20 it is downloaded from GitHub, or compiled with Python, make and a C++ compiler. Node 22 or later needs neither.',
  )
  process.exit(1)
}
if (!(await generateClients())) process.exit(1)
