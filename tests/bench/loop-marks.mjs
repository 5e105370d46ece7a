// Loaded into each of Purser's processes by the bench of runs: writes each second how long the event loop was blocked
// at most, in milliseconds, with the process and the second.
import { appendFile } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env.PURSER_BENCH_LOOP
if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  setInterval(() => {
    appendFile(file, `${process.pid} ${Date.now()} ${(delay.max / 1e6).toFixed(1)}\n`, () => undefined)
    delay.reset()
  }, 1000).unref()
}
