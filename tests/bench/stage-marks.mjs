// Loaded into each of Purser's processes by the bench of overhead: records the stages of a request, and when actions
// began and ended, in milliseconds of the system's clock.
import { subscribe } from 'node:diagnostics_channel'
import { appendFile } from 'node:fs'

const file = process.env.PURSER_BENCH_STAGES
let lines = ''
const note = (name, since, until) => {
  lines += `${name} ${performance.timeOrigin + since} ${until - since}\n`
}

/** Usually written between requests, so that it costs them nothing. */
function write() {
  const written = lines
  lines = ''
  if (written) appendFile(file, written, () => undefined)
}

if (file) {
  subscribe('purser.stage', ({ name, since, until }) => note(name, since, until))
  const began = new WeakMap()
  subscribe('http.server.request.start', ({ request }) => began.set(request, performance.now()))
  subscribe('http.server.response.finish', ({ request }) => {
    const since = began.get(request)
    if (since !== undefined && request.headers['next-action']) note('action', since, performance.now())
  })
  setInterval(write, 200).unref()
}
