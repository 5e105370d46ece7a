// Loaded before Purser itself (NODE_OPTIONS=--import): records each statement that it runs, and its duration.
import { appendFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import pg from 'pg'

const least = 1

function note(text, ms) {
  const file = process.env.PURSER_BENCH_QUERIES
  if (file && ms >= least) appendFileSync(file, `${JSON.stringify({ text, ms })}\n`)
}

const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'))
for (const name of ['all', 'run', 'get']) {
  const before = statement[name]
  statement[name] = function timed(...values) {
    const begun = performance.now()
    try {
      return before.apply(this, values)
    } finally {
      note(this.source, performance.now() - begun)
    }
  }
}

const before = pg.Client.prototype.query
pg.Client.prototype.query = function timed(query, ...more) {
  const begun = performance.now()
  const asked = before.call(this, query, ...more)
  asked?.then?.(
    () => note(query.text ?? String(query), performance.now() - begun),
    () => undefined,
  )
  return asked
}
