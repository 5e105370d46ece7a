import { systemClock } from '@/lib/kernel'
import type { Answer } from '@/lib/upstream'
import type { Check } from '../suite/check'
import { hold, NotChecked } from '../suite/findings'
import type { Session } from '../suite/session'

const MOST_PACED = 25
const MOST_AT_ONCE = 100
const LONGEST_WAIT_MS = 10_000

/** Section "Limits / Rate limit". */
export const RATE_LIMIT_CHECKS: readonly Check[] = [
  {
    topic: 'rate limit',
    name: 'calls at the key’s pace are not refused',
    buys: [],
    async run({ keyInfo, paced, target }) {
      const { requestsPerSecond } = await keyInfo()
      const more = Math.min(requestsPerSecond, MOST_PACED)
      await Promise.all(Array.from({ length: more }, keyInfo))
      const { calls, refused } = paced.counts()
      const allowed = target.isStrict === true ? calls / 4 : 0
      hold(
        refused <= allowed,
        `${refused} of ${calls} paced calls were refused. Is the key in use elsewhere?`,
      )
    },
  },
  {
    topic: 'rate limit',
    name: 'a burst is answered 429, which says how long to wait and costs nothing',
    buys: ['search'],
    async run(session) {
      const { target, tryPage, upstream, notes } = session
      const refusal = await burst(session)
      const request = { operation: 'search', subject: target.subjects.searchQuery, count: 1 } as const
      const { answer, dropMicro } = await tryPage(request, (call) => call())
      if (!answer.ok) hold(dropMicro === 0n, `The balance fell for a page that was refused.`)
      const waitMs = refusal.retryAfterMs ?? null
      hold(waitMs !== null, 'The 429 has no retry-after that could be read.', ['retryAfterUnit'])
      notes.push(`The 429 asked for ${waitMs} ms of silence, read as ${target.contract.retryAfterUnit}.`)
      hold(waitMs <= LONGEST_WAIT_MS, `It asks for ${waitMs} ms of silence.`, ['retryAfterUnit'])
      await systemClock.sleep(waitMs)
      const after = await upstream.readKeyInfo(target.key)
      const why = after.ok ? '' : after.problem.kind
      hold(after.ok, `After the wait the next call brings ${why}.`, ['retryAfterUnit'])
    },
  },
]

/** Sends free calls without a pace until one is refused. */
async function burst({ keyInfo, upstream, target }: Session) {
  const { requestsPerSecond } = await keyInfo()
  let left = 3 * requestsPerSecond + 5
  let refusal: Extract<Answer<never>, { ok: false }>['problem'] | undefined
  const sendOn = async (): Promise<void> => {
    while (refusal === undefined && left-- > 0) {
      const answer = await upstream.readKeyInfo(target.key)
      if (!answer.ok && answer.problem.kind === 'rate_limited') refusal ??= answer.problem
    }
  }
  await Promise.all(Array.from({ length: Math.min(left, MOST_AT_ONCE) }, sendOn))
  if (refusal === undefined)
    throw new NotChecked('No call of the burst was refused: this upstream is slower than the key’s rate.')
  return refusal
}
