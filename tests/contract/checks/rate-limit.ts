import { systemClock } from '@/lib/kernel'
import type { Problem } from '@/lib/upstream/client'
import type { Check } from '../suite/check'
import { hold, NotChecked } from '../suite/findings'
import type { Try } from '../suite/pages'
import type { Session } from '../suite/session'

const MAX_PACED = 25
/** A call that travels 20 ms faster to the limiter than the one before it may arrive too early. */
const STRAY_SHARE = 0.05
/** A limiter that allows no burst refuses calls until the pacer has adapted. */
const STRICT_SHARE = 0.25
const MAX_AT_ONCE = 100
const CALLS_ALONE = 5
/** Number of refused calls in a burst before the page is sent: they use up what has become free meanwhile. */
const CALLS_BEFORE = 10
const MAX_WAIT_MS = 10_000
/** A timer may end a millisecond early, and the upstream's clock differs from ours. */
const CLOCKS_AGREE_MS = 5

/** Section "Limits / Rate limit". */
export const RATE_LIMIT_CHECKS: readonly Check[] = [
  {
    topic: 'rate limit',
    name: 'calls at the key’s pace are not refused',
    buys: [],
    async run({ keyInfo, paced, target, notes }) {
      const requestsPerSecond = await rateTold(keyInfo)
      const more = Math.min(requestsPerSecond, MAX_PACED)
      await Promise.all(Array.from({ length: more }, keyInfo))
      const { calls, refused } = paced.counts()
      notes.push(`Of ${calls} paced calls ${refused} were refused with 429.`)
      hold(
        refused <= calls * (target.isStrict === true ? STRICT_SHARE : STRAY_SHARE),
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
      const { refusal, wasAlone } = await lastRefusal(session)
      const afterSilence = async ({ retryAfterMs: waitMs = null }: Problem) => {
        hold(waitMs !== null, 'The 429 has no retry-after that could be read.', ['retryAfterUnit'])
        notes.push(`The 429 asked for ${waitMs} ms of silence, read as ${target.provider.retryAfterUnit}.`)
        hold(waitMs <= MAX_WAIT_MS, `It asks for ${waitMs} ms of silence.`, ['retryAfterUnit'])
        await systemClock.sleep(waitMs + CLOCKS_AGREE_MS)
        return { waitMs, after: await upstream.readKeyInfo(target.key) }
      }
      let { waitMs, after } = await afterSilence(refusal)
      // The refusal stated when the burst's turn was; the next call is refused alone.
      if (!wasAlone && !after.ok && after.problem.kind === 'rate_limited')
        ({ waitMs, after } = await afterSilence(after.problem))
      const found = after.ok
        ? ''
        : `After ${waitMs} ms of silence the next call brings ${after.problem.kind}.`
      hold(after.ok, found, ['retryAfterUnit'])
    },
  },
  {
    topic: 'rate limit',
    name: 'a page that is refused with 429 costs nothing',
    buys: ['search', 'search', 'search'],
    async run(session) {
      for (let tries = 0; tries < 3; tries++) {
        const { answer, dropNano } = await pageWithinBurst(session)
        // A bucket may have had room for one more call.
        if (answer.ok) continue
        const { kind } = answer.problem
        hold(kind === 'rate_limited', `Within a burst a page brings ${kind}.`)
        hold(dropNano === 0n, 'The balance fell for it.')
        return
      }
      throw new NotChecked('Each page asked for within a burst came all the same.')
    },
  },
]

/**
 * Returns the requests a second that the account states. Throws `NotChecked` if it states none, because the
 * size of a burst is then unknown.
 */
async function rateTold(keyInfo: Session['keyInfo']): Promise<number> {
  const { requestsPerSecond } = await keyInfo()
  if (requestsPerSecond === null)
    throw new NotChecked('It needs the key’s rate, which this service does not tell.')
  return requestsPerSecond
}

/**
 * Returns the last refusal. Calls of a burst compete for what becomes free, so only a call that was refused
 * alone learns its own turn.
 */
async function lastRefusal(session: Session): Promise<{ refusal: Problem; wasAlone: boolean }> {
  const inBurst = await burst(session)
  for (let calls = 0; calls < CALLS_ALONE; calls++) {
    const answer = await session.upstream.readKeyInfo(session.target.key)
    if (!answer.ok && answer.problem.kind === 'rate_limited')
      return { refusal: answer.problem, wasAlone: true }
  }
  return { refusal: inBurst, wasAlone: false }
}

function pageWithinBurst(session: Session): Promise<Try> {
  const { searchQuery } = session.target.subjects
  const request = { operation: 'search', subject: searchQuery, count: 1 } as const
  return session.tryPage(request, async (call) => {
    let page: ReturnType<typeof call> | undefined
    await burst(session, () => {
      page = call()
      return page
    })
    return page ?? call()
  })
}

/**
 * Sends free calls without pacing until one is refused, and on until what `amidst` starts has ended. That
 * starts some refusals later, so that it is not served first when a slow round of calls ends. Returns the
 * first refusal. Throws `NotChecked` if none came.
 */
async function burst({ keyInfo, upstream, target }: Session, amidst?: () => Promise<unknown>) {
  const requestsPerSecond = await rateTold(keyInfo)
  let left = 6 * requestsPerSecond + 20
  let refusal: Problem | undefined
  let refusals = 0
  let isOver = false
  let following: Promise<unknown> | undefined
  const sendOn = async (): Promise<void> => {
    while (!isOver && left-- > 0) {
      const answer = await upstream.readKeyInfo(target.key)
      if (answer.ok || answer.problem.kind !== 'rate_limited') continue
      refusal ??= answer.problem
      refusals++
      if (!amidst) isOver = true
      else if (refusals === CALLS_BEFORE) {
        following = amidst().finally(() => {
          isOver = true
        })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(requestsPerSecond + 15, MAX_AT_ONCE) }, sendOn))
  await following
  if (refusal === undefined)
    throw new NotChecked('No call of the burst was refused: this API is slower than the key’s rate.')
  return refusal
}
