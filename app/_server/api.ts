import 'server-only'
import { type ApiParts, answerRequest, createApiRateLimiter, type EventFeed } from '@/lib/api'
import { AppError } from '@/lib/kernel'
import { processSingleton } from '@/lib/platform/process'
import { createTokenTryLimiter } from '@/lib/platform/tries'
import { currentRuntime, type WebRuntime } from '@/lib/server/runtime'
import { createTokenHolders } from '@/lib/teams/tokens'
import { visitorOf } from './context'
import { type EventSource, eventStreamResponse } from './events'
import { fileAnswer } from './files'
import { runRoute } from './http'

/** Maximum number of streams of a program: it follows many runs at once, without a browser's limit of connections. */
const MAX_STREAMS = 100

/** Answers a request of the API, whatever its method and path below /api/v1. */
export const answerApi = (request: Request): Promise<Response> =>
  runRoute(async () => answerRequest(currentParts(), request, visitorOf(request.headers).source))

/** Returns the API's parts, created once for each runtime: a process has one, tests have several. */
function currentParts(): ApiParts {
  const runtime = currentRuntime()
  const all = processSingleton('api', () => new WeakMap<WebRuntime, ApiParts>())
  const parts = all.get(runtime) ?? createParts(runtime)
  all.set(runtime, parts)
  return parts
}

function createParts({ db, clock, worker, log, upstreams }: WebRuntime): ApiParts {
  return {
    db,
    clock,
    holders: createTokenHolders(db, clock),
    limits: createApiRateLimiter(),
    tries: createTokenTryLimiter(clock),
    services: {
      upstreams,
      startRun: (ctx, input) => worker.perform('startBackgroundRun', ctx, input),
      cancelRun: (ctx, runId) => worker.perform('cancelRun', ctx, runId),
    },
    streams: {
      async file({ actor, clock }, open, isAllowed, headers, signal) {
        const taker = { userId: actor.userId, clock, isAllowed, signal }
        return withHeaders(await fileAnswer(taker, open), headers)
      },
      events({ actor, clock }, feed, isAllowed, headers, signal) {
        const source = endingFeed(feed, isAllowed)
        const viewer = { userId: actor.userId, signal, max: MAX_STREAMS }
        return withHeaders(eventStreamResponse(source, viewer, clock), headers)
      },
    },
    onError: (err, requestId) => log.error({ err, requestId }, 'a request of the API failed'),
  }
}

/** Returns a feed that ends once the token may no longer read it, or its subject is no longer visible. */
function endingFeed(feed: EventFeed, isAllowed: () => Promise<boolean>): EventSource {
  let isGone = false
  return {
    next: () =>
      feed.next().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        isGone ||= error.code === 'not_found'
        return null
      }),
    async whyEnd() {
      if (!(await isAllowed())) return 'signed-out'
      return isGone ? 'gone' : null
    },
  }
}

/** Adds headers that the answer does not already have. */
function withHeaders(answer: Response, headers: Headers): Response {
  for (const [name, value] of headers) if (!answer.headers.has(name)) answer.headers.set(name, value)
  return answer
}
