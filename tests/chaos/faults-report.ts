import { z } from 'zod'
import { COUNT_HABITS, FAULT_NAMES } from '@/lib/sandbox'

/** Task of the child process. */
export const faultsJob = z.object({
  location: z.union([
    z.object({ engine: z.literal('sqlite'), file: z.string() }),
    z.object({ engine: z.literal('postgres'), url: z.string() }),
  ]),
  sandboxUrl: z.string(),
  controlUrl: z.string(),
  /** Number of runs that meet each fault, each with its own key. */
  runs: z.number(),
})

export type FaultsJob = z.output<typeof faultsJob>

const counts = z.record(z.string(), z.number())

const ledger = z.object({
  attempts: z.number(),
  open: z.number(),
  entries: z.number(),
  outcomes: z.object({ SETTLED: z.number(), FREE: z.number(), UNKNOWN: z.number() }),
  settledItems: z.number(),
  chargeNano: z.string(),
  largestRunPages: z.number(),
})

/** Report on all runs that met one fault. Times are in milliseconds. */
const faultReport = z.object({
  name: z.enum(FAULT_NAMES),
  tookMs: z.number(),
  /** Number of errors thrown to the runs' callers, by message. */
  thrown: counts,
  /** Number of runs by state at their last answer: an end reason, the kind of a problem, or `goes_on`. */
  stands: counts,
  ledger,
  /** Items by the runs' own rows, and by the rollups. */
  runItems: z.number(),
  rollupItems: z.number(),
  balanceReadings: z.number(),
  sandbox: z.object({
    met: z.number(),
    trapped: z.number(),
    pages: z.number(),
    items: z.number(),
    deliveredPages: z.number(),
    deliveredItems: z.number(),
    spentNano: z.string(),
  }),
  /** Time from the end of the fault until a key that met it received a page, and the number of tries. */
  nextCall: z.object({ ms: z.number(), tries: z.number() }),
})

export type FaultReport = z.output<typeof faultReport>

/** Report on runs that were continued while a fault came and went. */
const weatherReport = z.object({
  name: z.enum(FAULT_NAMES),
  met: z.number(),
  runs: z.array(z.object({ calls: z.number(), pages: z.number(), items: z.number(), different: z.number() })),
  ledger,
  runItems: z.number(),
  /** Pages that the sandbox charged and that are missing from the ledger. */
  lostPages: z.number(),
  deliveredItems: z.number(),
})

export type WeatherReport = z.output<typeof weatherReport>

/**
 * What a budget that stops held when calls with small caps were lost, and what the sandbox charged, in items.
 */
const squeezeReport = z.object({
  counts: z.enum(COUNT_HABITS),
  fault: z.enum(FAULT_NAMES),
  amount: z.number(),
  settled: z.number(),
  reserved: z.number(),
  charged: z.number(),
  bought: z.number(),
  /** Number of callers that the budget refused. */
  stopped: z.number(),
})

export type SqueezeReport = z.output<typeof squeezeReport>

/** Report that the child process prints at its end. */
export const faultsReport = z.object({
  faults: z.array(faultReport),
  weather: z.array(weatherReport),
  squeezes: z.array(squeezeReport),
  peakMegabytes: z.number(),
})
