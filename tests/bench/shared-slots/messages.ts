import { z } from 'zod'

/** The task of a process of the bench. */
export const job = z.object({
  url: z.string(),
  keys: z.array(z.object({ keyRef: z.string(), rate: z.number() })),
  seconds: z.number(),
  isBlocked: z.boolean(),
})
export type Job = z.output<typeof job>

/** Its report: when calls left by the machine's monotonic clock, and the duration of each round trip; milliseconds. */
export const told = z.object({
  sends: z.array(z.object({ rate: z.number(), sent: z.array(z.number()) })),
  trips: z.array(z.number()),
  /** Share of a core. */
  cpu: z.number(),
})
export type Told = z.output<typeof told>

/** The task of an instance of the bench over HTTP. */
export const wireJob = z.object({
  url: z.string(),
  baseUrl: z.string(),
  rate: z.number(),
  seconds: z.number(),
})
export type WireJob = z.output<typeof wireJob>

/** The number of its calls and of those refused, and how long after their slots they left; milliseconds. */
export const wireTold = z.object({
  calls: z.number(),
  refused: z.number(),
  delays: z.array(z.number()),
  /** When they left, by the machine's monotonic clock. */
  left: z.array(z.number()),
})
export type WireTold = z.output<typeof wireTold>
