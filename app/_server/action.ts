import 'server-only'
import { unstable_rethrow as rethrowNext } from 'next/navigation'
import { createSafeActionClient } from 'next-safe-action'
import { z } from 'zod'
import { AppError, type ErrorCode, newId } from '@/lib/kernel'
import { recordRefusal } from '@/lib/platform/audit'
import { isStorageFailure, STORAGE_FAILURE_MESSAGE, type TeamCtx } from '@/lib/platform/db'
import { currentRequest, runStage } from '@/lib/platform/process'
import { currentRuntime } from '@/lib/server/runtime'
import { currentPerson, currentVisitor, teamContext } from './context'

/** The answer of a failed action, written for the person at the screen. */
export interface ActionError {
  readonly code: ErrorCode | 'unexpected'
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** The id of the line in the server's log; null if the message says it all. */
  readonly requestId: string | null
}

const client = createSafeActionClient({
  // The flattened shape would leave out what is wrong with an element of a list.
  defaultValidationErrorsShape: 'formatted',
  defineMetadataSchema: () => z.object({ name: z.string() }),
  async handleServerError(error, { metadata, ctx }): Promise<ActionError> {
    rethrowNext(error)
    if (error instanceof AppError) {
      if (error.code === 'forbidden') await noteRefused(ctx, metadata.name)
      return { code: error.code, message: error.message, fields: error.fields, requestId: null }
    }
    const requestId = currentRequest().requestId ?? newId()
    currentRuntime().log.error({ err: error, action: metadata.name, requestId }, 'action failed')
    if (isStorageFailure(error))
      return { code: 'unavailable', message: STORAGE_FAILURE_MESSAGE, fields: {}, requestId }
    const message =
      'Something went wrong on the server. Reload the page to see what was saved before you try again.'
    return { code: 'unexpected', message, fields: {}, requestId }
  },
})

/** Records in a team's audit log what a member was refused. If that fails, the answer stays the same. */
async function noteRefused(ctx: { readonly team?: TeamCtx }, action: string): Promise<void> {
  if (!ctx.team) return
  await recordRefusal(ctx.team, action).catch((error: unknown) =>
    currentRuntime().log.error({ err: error, action }, 'a refusal was not recorded'),
  )
}

/** Builds actions for visitors: sign-up and invites. */
export const publicAction = client.use(async ({ next }) =>
  next({ ctx: { runtime: currentRuntime(), visitor: await currentVisitor() } }),
)

// Each step returns only what it adds: the library merges it into the context, and would join lists that come twice.

/** Builds actions for every signed-in person, in any team or none. */
export const personAction = publicAction.use(async ({ next }) => {
  const person = await currentPerson()
  if (!person)
    throw new AppError('unauthenticated', 'You are signed out. Sign in again; what you typed is still here.')
  return next({ ctx: { person } })
})

const inTeam = z.object({ team: z.string().max(60) })

/**
 * Builds actions for members of the team that the input names (`team`: its slug). A stranger is answered not-found
 * before the rest of the input is read; the verb decides what a role may do.
 */
export const teamAction = publicAction.use(async ({ next, clientInput }) => {
  const named = inTeam.safeParse(clientInput)
  if (!named.success) throw new AppError('not_found', 'The team was not found.')
  return next({ ctx: { team: await runStage('access', () => teamContext(named.data.team)) } })
})

/** Adds the team's slug to an action's input. */
export const withTeam = <Shape extends z.ZodRawShape>(input: z.ZodObject<Shape>) => input.extend(inTeam.shape)
