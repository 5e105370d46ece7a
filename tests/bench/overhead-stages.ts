/**
 * Puts the stages that Purser's processes recorded in the order of a request, to show where the time of a page goes.
 */
import { readFileSync } from 'node:fs'
import type { StageName } from '@/lib/platform/process'

/** One call of the bench, by the system's clock. */
export interface Sample {
  readonly at: number
  readonly wholeMs: number
  readonly latencyMs: number
  readonly waitedMs: number
}

type Mark = StageName | 'action'
interface Marked {
  readonly at: number
  readonly ms: number
}
type Marks = Readonly<Partial<Record<Mark, readonly Marked[]>>>

/** The stages of one call in order; together they are its whole time. */
export type StageTimes = Readonly<Record<string, number>>

/** Reads the stages of each call. A call with incomplete stages is left out. */
export function readStages(file: string, samples: readonly Sample[]): StageTimes[] {
  const marks = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [name, at, ms] = line.split(' ')
      return name && at && ms ? [{ name: name as Mark, at: Number(at), ms: Number(ms) }] : []
    })
    .sort((a, b) => a.at - b.at)
  let next = 0
  const all = samples.map((sample) => {
    const own: Partial<Record<Mark, Marked[]>> = {}
    for (; next < marks.length; next++) {
      const mark = marks[next]
      // Two clocks of one machine differ by less than the time between calls.
      if (!mark || mark.at > sample.at + sample.wholeMs) break
      if (mark.at < sample.at - 1) continue
      own[mark.name] = [...(own[mark.name] ?? []), mark]
    }
    return stagesOf(own, sample)
  })
  return all.filter((times) => times !== null)
}

function stagesOf(marks: Marks, { wholeMs, latencyMs, waitedMs }: Sample): StageTimes | null {
  const ms = (name: Mark): number => marks[name]?.[0]?.ms ?? 0
  const since = (name: Mark): number => marks[name]?.[0]?.at ?? 0
  const until = (name: Mark): number => since(name) + ms(name)
  const [opening, settling] = marks.transaction ?? []
  if (!opening || !settling || !marks.action || !marks.seal) return null
  const parts = ms('reads') + ms('open') + ms('send') + ms('unpack') + ms('settle') + ms('seal')
  return {
    'HTTP and the reading of the answer': wholeMs - ms('action'),
    'way through Next to the action': since('access') - since('action'),
    'session and membership': ms('access'),
    'check of the input': since('perform') - until('access'),
    'way to the worker and back': ms('perform') - ms('verb'),
    'run, key and provider': ms('reads'),
    'transaction: attempt, reservation': opening.ms,
    'wait for that transaction': ms('open') - opening.ms,
    'way to the slot and from the answer, over the wait': ms('send') - ms('call') - waitedMs,
    'call, over its latency': ms('call') - latencyMs,
    'items to their stored form': ms('unpack'),
    'transaction: charge, items, run': settling.ms,
    'wait for that transaction ': ms('settle') - settling.ms,
    'marks, next continuation': ms('seal'),
    'the rest of the worker': ms('verb') - parts,
    'rendering of the answer': until('action') - until('perform'),
  }
}
