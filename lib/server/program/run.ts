import type { z } from 'zod'
import { CLI_ENDPOINTS } from '@/lib/api'
import { AppError, describeRunEnd, formatPlural, newId } from '@/lib/kernel'
import { type ProgramApi, readServerSentEvents } from './api-client'
import { createCommand } from './command'
import { EXIT_CODES, type ProgramIo, removeControlCharacters } from './io'

type FollowedRun = z.output<(typeof CLI_ENDPOINTS)['getRun']['answer']>

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

const start = createCommand({
  name: 'run',
  endpoint: CLI_ENDPOINTS.startRun,
  summary: 'Runs a saved search, and follows it',
  note: 'Without a cap it buys until the list ends or a budget stops it. With --follow the exit code is 3 where a budget, a problem or somebody stopped the run.',
  words: ['search'],
  own: {
    follow: {
      type: 'boolean',
      description: 'stay until the run has ended; leaving with Ctrl-C does not cancel it',
    },
  },
  examples: [
    'purser run "Mentions of Acme" --cap-items 200 --follow',
    'purser run "Mentions of Acme" --cap-credits 5 --follow --json',
  ],
  async run({ io, api, fields, has, ask }) {
    const tell = tellerOf(io, has('json'))
    const started = await ask({ 'Idempotency-Key': fields['Idempotency-Key'] ?? newId() })
    if (!has('follow')) return tell(started)
    if (!has('json')) io.print(`Run ${started.id}`)
    const ended = await followRun(api, io, started, tell)
    return STOPPED.has(ended.endReason ?? '') ? EXIT_CODES.stopped : EXIT_CODES.done
  },
})

const cancel = createCommand({
  name: 'cancel',
  endpoint: CLI_ENDPOINTS.cancelRun,
  words: ['run'],
  examples: ['purser cancel 0199a1c0-0000-7000-8000-000000000009'],
  run: async ({ io, has, ask }) => tellerOf(io, has('json'))(await ask()),
})

/** The commands that start, follow and cancel a run. */
export const runCommands = [start, cancel]

const tellerOf = (io: ProgramIo, isJson: boolean) => (of: FollowedRun) =>
  void io.print(isJson ? JSON.stringify(of) : sentenceOf(of))

const sentenceOf = (of: FollowedRun): string => {
  const bought = `${formatPlural(of.pages, 'page')} · ${formatPlural(of.items, 'item')}, ${of.newItems} new · charge ${of.charge}`
  const lost = of.unknownCalls > 0 ? ` · ${formatPlural(of.unknownCalls, 'unknown call')}` : ''
  if (of.state === 'OPEN') return `${of.id} · ${bought}${lost}`
  const why = describeRunEnd(of.endReason ?? 'Ended')
  return `${of.id} · ${bought}${lost} · ${why}${of.endNote ? `. ${removeControlCharacters(of.endNote)}` : ''}`
}

/**
 * Reports each change of a run until it has ended. A stream that breaks, as in a restart of Purser, is opened again.
 */
async function followRun(
  api: ProgramApi,
  { clock, printError }: ProgramIo,
  started: FollowedRun,
  onProgress: (of: FollowedRun) => void,
): Promise<FollowedRun> {
  let told = ''
  for (let breaks = 0; breaks < MAX_BREAKS; breaks++) {
    try {
      for await (const { type, data } of readServerSentEvents(
        await api.open(CLI_ENDPOINTS.followRun, { ids: { runId: started.id } }),
      )) {
        if (type !== 'message') break
        const now = CLI_ENDPOINTS.followRun.answer.parse(JSON.parse(data))
        breaks = 0
        if (data !== told) onProgress(now)
        told = data
        if (now.state === 'ENDED') return now
      }
    } catch (error) {
      if (error instanceof AppError && FINAL.has(error.code)) throw error
      printError('The connection to Purser broke. The run goes on; connecting again.')
    }
    await clock.sleep(PAUSE_MS)
  }
  throw new AppError(
    'unavailable',
    `The run ${started.id} cannot be followed any more. It may still be under way.`,
  )
}
