import { z } from 'zod'
import { COUNT_HABITS, FAULT_NAMES } from '@/lib/sandbox'

/** What the child process is told to do. */
export const faultsJob = z.object({
  location: z.union([
    z.object({ engine: z.literal('sqlite'), file: z.string() }),
    z.object({ engine: z.literal('postgres'), url: z.string() }),
  ]),
  sandboxUrl: z.string(),
  controlUrl: z.string(),
  /** How many runs meet each fault, each with a key of its own. */
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

/** What became of all runs that met one fault. Times in milliseconds. */
const faultReport = z.object({
  name: z.enum(FAULT_NAMES),
  tookMs: z.number(),
  /** Errors that the runs' callers saw thrown, by their messages. */
  thrown: counts,
  /** How the runs stood at their last answer: an end reason, the kind of a problem, or `goes_on`. */
  stands: counts,
  ledger,
  /** By the runs' own rows, and by the rollups. */
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
  /** From the end of the fault to a page received with a key that met it, and how many tries that took. */
  nextCall: z.object({ ms: z.number(), tries: z.number() }),
})

export type FaultReport = z.output<typeof faultReport>

/** What became of runs that were read on while a fault came and went. */
const weatherReport = z.object({
  name: z.enum(FAULT_NAMES),
  met: z.number(),
  runs: z.array(z.object({ calls: z.number(), pages: z.number(), items: z.number(), different: z.number() })),
  ledger,
  runItems: z.number(),
  /** Pages that the sandbox charged and the ledger does not have. */
  lostPages: z.number(),
  deliveredItems: z.number(),
})

export type WeatherReport = z.output<typeof weatherReport>

/** What a budget that stops held when calls with small caps were lost, and what the sandbox charged. In items. */
const squeezeReport = z.object({
  counts: z.enum(COUNT_HABITS),
  fault: z.enum(FAULT_NAMES),
  amount: z.number(),
  settled: z.number(),
  reserved: z.number(),
  charged: z.number(),
  bought: z.number(),
  /** How many callers the budget refused. */
  stopped: z.number(),
})

export type SqueezeReport = z.output<typeof squeezeReport>

/** What the child process prints at its end. */
export const faultsReport = z.object({
  faults: z.array(faultReport),
  weather: z.array(weatherReport),
  squeezes: z.array(squeezeReport),
  peakMegabytes: z.number(),
})
