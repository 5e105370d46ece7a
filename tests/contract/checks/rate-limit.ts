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
    name: 'a burst is answered 429, and after its retry-after the key may call again',
    buys: [],
    async run(session) {
      const { target, upstream, notes } = session
      const { retryAfterMs: waitMs = null } = await burst(session)
      hold(waitMs !== null, 'The 429 has no retry-after that could be read.', ['retryAfterUnit'])
      notes.push(`The 429 asked for ${waitMs} ms of silence, read as ${target.contract.retryAfterUnit}.`)
      hold(waitMs <= LONGEST_WAIT_MS, `It asks for ${waitMs} ms of silence.`, ['retryAfterUnit'])
      await systemClock.sleep(waitMs)
      const after = await upstream.readKeyInfo(target.key)
      const found = after.ok
        ? ''
        : `After ${waitMs} ms of silence the next call brings ${after.problem.kind}.`
      hold(after.ok, found, ['retryAfterUnit'])
    },
  },
  {
    topic: 'rate limit',
    name: 'a page that is refused with 429 costs nothing',
    buys: ['search'],
    async run({ target, tryPage, ...session }) {
      const request = { operation: 'search', subject: target.subjects.searchQuery, count: 1 } as const
      const { answer, dropMicro } = await tryPage(request, async (call) => {
        await burst({ target, ...session })
        return call()
      })
      if (answer.ok) throw new NotChecked('The page after the burst came all the same.')
      const { kind } = answer.problem
      hold(kind === 'rate_limited', `After a burst a page brings ${kind}.`)
      hold(dropMicro === 0n, 'The balance fell for it.')
    },
  },
]

/** Sends free calls without a pace until one is refused. */
async function burst({ keyInfo, upstream, target }: Pick<Session, 'keyInfo' | 'upstream' | 'target'>) {
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
