import { z } from 'zod'
import { AppError, invalid, newId, plural, runEndWords } from '@/lib/kernel'
import type { ProgramApi } from './api-client'
import { command } from './command'
import { readEvents } from './events'
import { EXIT, type ProgramIo } from './io'
import { findByName } from './names'
import { harmless } from './table'

const run = z.looseObject({
  id: z.string(),
  searchName: z.string(),
  state: z.enum(['OPEN', 'ENDED']),
  endReason: z.string().nullable(),
  endNote: z.string().nullable(),
  pages: z.int(),
  items: z.int(),
  newItems: z.int(),
  charge: z.string(),
  unknownCalls: z.int(),
})
type FollowedRun = z.output<typeof run>

/** Ends that came before the list's end or a cap of the run itself. */
const STOPPED = new Set([
  ...['budget_refused', 'cancelled', 'problem', 'restarted'],
  ...['unusable_cursor', 'next_page_not_found', 'unread_items', 'unread_times'],
])

/** Errors that another connection does not cure: the token or the run is gone. */
const FINAL = new Set<string>(['unauthenticated', 'forbidden', 'not_found'])

/** Pause before a broken stream is opened again, at most MAX_BREAKS times in a row. */
const PAUSE_MS = 1000
const MAX_BREAKS = 30

export const runCommand = command({
  name: 'run',
  summary: 'runs a saved search, and follows it',
  help: `purser run <search> [--cap-items <n>] [--cap-credits <n>] [--follow] [--json]
purser run --cancel <run>

  <search>           its name or id
  --cap-items        the most items to buy; without a cap it buys until the list ends or a budget stops it
  --cap-credits      the most credits to spend, such as 12.5
  --until-known      stop where known items begin
  --key              the name or id of the key to run with; otherwise as the search says
  --follow           stay until the run has ended; leaving with Ctrl-C does not cancel it
  --idempotency-key  a name of your own for this run: the same name again starts nothing
  --cancel           cancels a run by its id; what was bought is kept

With --follow the exit code is 3 where a budget, a problem or somebody stopped the run.
The token needs searches:read and runs:write; for --key keys:read, too.

Examples
  purser run "Mentions of Acme" --cap-items 200 --follow
  purser run "Mentions of Acme" --cap-credits 5 --follow --json`,
  options: {
    'cap-items': { type: 'string' },
    'cap-credits': { type: 'string' },
    'until-known': { type: 'boolean' },
    key: { type: 'string' },
    follow: { type: 'boolean' },
    'idempotency-key': { type: 'string' },
    cancel: { type: 'string' },
  },
  mostWords: 1,
  async run({ values, words: [search], io, api }) {
    const { follow = false, json = false, cancel } = values
    const tell = (of: FollowedRun) => io.print(json ? JSON.stringify(of) : sentenceOf(of))
    if (cancel !== undefined)
      return void tell(run.parse(await api().send('POST', `/runs/${encodeURIComponent(cancel)}/cancel`)))
    if (search === undefined) throw invalid('Name a saved search. Try purser help run.')
    const capItems = values['cap-items']
    if (capItems !== undefined && !/^\d{1,10}$/.test(capItems))
      throw invalid('--cap-items must be a whole number.')
    const asked = api()
    const { id: searchId } = await findByName(asked, '/searches', 'saved search', search)
    const key = values.key === undefined ? null : await findByName(asked, '/keys', 'key', values.key)
    const body = {
      searchId,
      capItems: capItems === undefined ? null : Number(capItems),
      capCredits: values['cap-credits'] ?? null,
      untilKnown: values['until-known'] ?? false,
      ...(key && { keyId: key.id }),
    }
    const name = values['idempotency-key'] ?? newId()
    const started = run.parse(await asked.send('POST', '/runs', body, name))
    if (!follow) return void tell(started)
    if (!json) io.print(`Run ${started.id}`)
    const ended = await followRun(asked, io, started, tell)
    return STOPPED.has(ended.endReason ?? '') ? EXIT.stopped : EXIT.done
  },
})

const sentenceOf = (of: FollowedRun): string => {
  const bought = `${plural(of.pages, 'page')} · ${plural(of.items, 'item')}, ${of.newItems} new · charge ${of.charge}`
  const lost = of.unknownCalls > 0 ? ` · ${plural(of.unknownCalls, 'unknown call')}` : ''
  if (of.state === 'OPEN') return `${of.id} · ${bought}${lost}`
  const why = runEndWords(of.endReason ?? 'Ended')
  return `${of.id} · ${bought}${lost} · ${why}${of.endNote ? `. ${harmless(of.endNote)}` : ''}`
}

/**
 * Reports each change of a run until it has ended. A stream that breaks, as in a restart of Purser, is opened again.
 */
async function followRun(
  api: ProgramApi,
  { clock, note }: ProgramIo,
  started: FollowedRun,
  tell: (of: FollowedRun) => void,
): Promise<FollowedRun> {
  let told = ''
  for (let breaks = 0; breaks < MAX_BREAKS; breaks++) {
    try {
      for await (const { type, data } of readEvents(await api.open(`/runs/${started.id}/events`))) {
        if (type !== 'message') break
        const now = run.parse(JSON.parse(data))
        breaks = 0
        if (data !== told) tell(now)
        told = data
        if (now.state === 'ENDED') return now
      }
    } catch (error) {
      if (error instanceof AppError && FINAL.has(error.code)) throw error
      note('The connection to Purser broke. The run goes on; connecting again.')
    }
    await clock.sleep(PAUSE_MS)
  }
  throw new AppError(
    'unavailable',
    `The run ${started.id} cannot be followed any more. It may still be under way.`,
  )
}
