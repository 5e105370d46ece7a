/**
 * Measures the whole path: Purser's pacer and client against the sandbox in its own process, over HTTP, for each of
 * its limiters, at the rates of four packs in parallel. Calls are GET /v1/me, which costs nothing. Successful calls /
 * pack rate, and 429s in brackets: `npm run bench -- wire --seconds 20`. Prints figures and asserts nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Secret, systemClock } from '@/lib/kernel'
import { LIMITER_NAMES } from '@/lib/sandbox'
import { createUpstream, defaultProvider, type Upstream } from '@/lib/upstream/client'
import { createPacer } from '@/lib/upstream/pacing'
import { sandboxControl } from '@/tests/support/sandbox-control'
import { startSandboxProcess } from '@/tests/support/server'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } })
const seconds = Number(values.seconds)
const PACKS = { Starter: 10, Builder: 25, Growth: 100, Scale: 200 } as const

/**
 * Saturates a key with checks of it, refused ones first. Returns the successful calls / the pack's rate, and
 * the 429s.
 */
async function saturate(upstream: Upstream, key: Secret, rate: number): Promise<string> {
  const pacer = createPacer({ rate: rate, clock: systemClock })
  const end = systemClock.monotonic() + seconds * 1000
  const count = { good: 0, refused: 0, failed: 0 }
  const underWay = new Set<Promise<void>>()
  const next = async (again: boolean): Promise<void> => {
    const slot = await pacer.slot({ goesFirst: again })
    if (systemClock.monotonic() >= end) return
    const call = upstream.readKeyInfo(key).then((answer) => {
      const isRefused = !answer.ok && answer.problem.kind === 'rate_limited'
      count[answer.ok ? 'good' : isRefused ? 'refused' : 'failed']++
      if (!isRefused) return slot.answered()
      slot.refused({ retryAfterMs: answer.problem.retryAfterMs ?? null })
      return next(true)
    })
    underWay.add(call)
    void call.finally(() => underWay.delete(call))
  }
  while (systemClock.monotonic() < end) await next(false)
  while (underWay.size > 0) await Promise.all(underWay)
  const failed = count.failed > 0 ? `, ${count.failed} failed` : ''
  return `${(count.good / (rate * seconds)).toFixed(3)} (${count.refused}${failed})`
}

const folder = await mkdtemp(join(tmpdir(), 'purser-bench-'))
const sandbox = await startSandboxProcess(folder, ['--latency', '40'])
const control = sandboxControl(sandbox.controlUrl)
const upstream = createUpstream({
  baseUrl: sandbox.baseUrl,
  provider: defaultProvider,
  clock: systemClock,
})
console.log(`Over HTTP, ${seconds} s a cell, the four packs at once: good answers / pack rate (429s)\n`)
console.log(`| limiter | ${Object.values(PACKS).join('/s | ')}/s |`)
console.log(`| --- |${' --- |'.repeat(Object.keys(PACKS).length)}`)
for (const limiter of LIMITER_NAMES) {
  await control.setLimiter(limiter)
  const cells = Object.entries(PACKS).map(async ([pack, rate]) => {
    const wallet = await control.createWallet({ name: `${limiter} ${pack}`, balance: '0', pack })
    return saturate(upstream, new Secret(await control.createKey(wallet)), rate)
  })
  console.log(`| ${limiter} | ${(await Promise.all(cells)).join(' | ')} |`)
}
await upstream.close()
await sandbox.stop()
await rm(folder, { recursive: true })
