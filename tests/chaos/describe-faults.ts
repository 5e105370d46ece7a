import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Engine } from '@/lib/platform/db'
import { COUNT_HABITS, FAULT_NAMES, FAULTS, SANDBOX_PRICES } from '@/lib/sandbox'
import { bundled } from '@/tests/support/bundled'
import { describeOnPostgres, describeOnSqlite, type TestDb } from '@/tests/support/databases'
import { QUICK_NODE } from '@/tests/support/quick-node'
import { type RunningSandbox, startSandboxProcess } from '@/tests/support/server'
import { EXPECTED } from './faults-expected'
import { type FaultReport, type FaultsJob, faultsReport } from './faults-report'
import { tableOf } from './faults-table'

const MAX_MS = 1_800_000
const MAX_MEGABYTES = 512
/** The heap size that Node itself would choose on a machine with 512 MB. */
const SMALL_HEAP = '--max-old-space-size=256'
const NEXT_CALL_WITHIN_MS = 5000

async function letFaultsHappen(job: FaultsJob): Promise<z.output<typeof faultsReport>> {
  const program = await bundled('tests/chaos/faults-child.ts')
  const child = spawn(process.execPath, [...QUICK_NODE, SMALL_HEAP, program, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(`The process of the faults ended with ${code}:\n${complaints}`)
  return faultsReport.parse(JSON.parse(printed))
}

const DESCRIBE = { sqlite: describeOnSqlite, postgres: describeOnPostgres }

/**
 * Lets this many runs meet each fault of the sandbox on one engine, and tests the outcomes. Each engine has
 * its own file, so that both are tested at the same time.
 */
export function describeFaults(engine: Engine, runs: number): void {
  DESCRIBE[engine](`each fault, met by ${runs} runs`, (open) => testFaults(open, runs))
}

function testFaults(open: () => Promise<TestDb>, runs: number): void {
  let folder: string
  let opened: TestDb
  let sandbox: RunningSandbox
  let report: z.output<typeof faultsReport>
  const of = (name: string): FaultReport => {
    const found = report.faults.find((fault) => fault.name === name)
    if (!found) throw new Error(`Nothing is reported of ${name}`)
    return found
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purser-faults-'))
    opened = await open()
    sandbox = await startSandboxProcess(folder)
    report = await letFaultsHappen({
      location: opened.location,
      sandboxUrl: sandbox.baseUrl,
      controlUrl: sandbox.controlUrl,
      runs,
    })
    console.log(tableOf(report))
  }, MAX_MS)
  afterAll(async () => {
    await sandbox?.stop()
    await opened?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('the process survives within its memory limit', () => {
    expect(report.faults).toHaveLength(FAULT_NAMES.length)
    expect(report.peakMegabytes).toBeLessThan(MAX_MEGABYTES)
  })

  describe.each(FAULT_NAMES)('%s', (name) => {
    const { outcomes, stands, attempts = 1 } = EXPECTED[name]

    test('each run meets it and ends, and nothing is thrown', () => {
      const fault = of(name)
      expect(fault.thrown).toEqual({})
      expect(Object.keys(fault.stands)).toEqual(stands)
      expect(Object.values(fault.stands)).toEqual([runs])
      expect(fault.sandbox.met).toBeGreaterThan(0)
      expect(fault.sandbox.trapped).toBe(0)
    })

    test('each attempt is on the ledger once, with the outcome that the fault calls for', () => {
      const { ledger } = of(name)
      expect(ledger.attempts).toBe(runs * attempts)
      expect(ledger.entries).toBe(ledger.attempts)
      expect(ledger.open).toBe(0)
      for (const outcome of ['SETTLED', 'FREE', 'UNKNOWN'] as const)
        if (!outcomes.includes(outcome)) expect(ledger.outcomes[outcome]).toBe(0)
    })

    test('ledger and sandbox agree to the item on what was received, and unknown attempts cover the rest', () => {
      const { ledger, sandbox, runItems, rollupItems } = of(name)
      const isSettled = outcomes.includes('SETTLED')
      expect(ledger.settledItems).toBe(isSettled ? sandbox.deliveredItems : 0)
      expect(runItems).toBe(ledger.settledItems)
      expect(rollupItems).toBe(ledger.settledItems)
      expect(BigInt(ledger.chargeNano)).toBe(BigInt(ledger.settledItems) * SANDBOX_PRICES.timeline)
      expect(BigInt(sandbox.spentNano)).toBe(BigInt(sandbox.items) * SANDBOX_PRICES.timeline)
      expect(ledger.outcomes.UNKNOWN).toBeGreaterThanOrEqual(sandbox.pages - ledger.outcomes.SETTLED)
      expect(sandbox.items > 0).toBe(FAULTS[name].charged)
    })

    test('the next call works', () => {
      expect(of(name).nextCall.ms).toBeLessThan(NEXT_CALL_WITHIN_MS)
    })
  })

  test('runs that continue while faults come and go get every page once, in order, whatever was lost in between', () => {
    expect(report.weather.length).toBeGreaterThan(0)
    for (const { name, met, runs, ledger, runItems, lostPages, deliveredItems } of report.weather) {
      expect(met, name).toBeGreaterThan(0)
      for (const { pages, items, different } of runs) {
        expect(pages, name).toBe(3)
        expect(different, name).toBe(items)
      }
      expect(ledger, name).toMatchObject({ open: 0, entries: ledger.attempts, settledItems: deliveredItems })
      expect(runItems, name).toBe(deliveredItems)
      expect(lostPages, name).toBeGreaterThanOrEqual(0)
      expect(lostPages, name).toBeLessThanOrEqual(ledger.outcomes.UNKNOWN)
    }
  })

  test('however the API treats counts, a budget that stops covers what was charged, including lost calls', () => {
    expect(report.squeezes.map(({ counts }) => counts)).toEqual(COUNT_HABITS)
    for (const { counts, fault, amount, settled, reserved, charged, bought, stopped } of report.squeezes) {
      const what = `counts ${counts}, ${fault}`
      expect(settled + reserved, what).toBeLessThanOrEqual(amount)
      expect(charged, what).toBeLessThanOrEqual(settled + reserved)
      expect(settled, what).toBe(bought)
      expect(stopped, what).toBeGreaterThan(0)
    }
  })

  test('an upstream that lies about the end of a list cannot empty a wallet', () => {
    for (const name of ['repeated-cursor', 'endless-pages'] as const)
      expect(of(name).ledger.largestRunPages).toBeLessThanOrEqual(2)
    // A person continues page by page, and the pages cost nothing.
    expect(of('empty-page-with-cursor').ledger.settledItems).toBe(0)
  })

  test('key info of wrong types is not stored as a balance reading', () => {
    expect(of('key-info-wrong-types').balanceReadings).toBe(0)
  })
}
