import { AppError, conflict, invalid, Secret } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { isApiToken, isGatewayToken } from '@/lib/platform/vault'
import { requireRealTeam } from '@/lib/teams/teams'
import {
  describeKeyForm,
  isPossibleKey,
  type KeyInfo,
  type Problem,
  type Provider,
  toNewKeyProblem,
} from '@/lib/upstream/client'
import type { TeamUpstream } from '@/lib/upstream/providers'
import { fetchKeyInfo, NO_REFERENCE_SOURCES, type UpstreamAccess } from './access'
import { resolveKeyRate, storedKeyRate } from './key-rate'
import { isReference, readReference } from './reference'

/** A key that was typed, or that a typed reference leads to. */
export interface NewSecret {
  readonly secret: Secret
  readonly keyRef: string
  /** Its reference; null if its text is stored, sealed. */
  readonly reference: string | null
}

export const KEY_NOT_STORED_MESSAGE = 'The key was not stored.'

/** Reads typed text as a key: the key itself, or `env:NAME` or `file:path`. Throws `invalid` with what is wrong. */
export async function readTypedKey(ctx: TeamCtx, access: UpstreamAccess, typed: string): Promise<NewSecret> {
  await requireRealTeam(ctx.db, ctx.team.id, 'An example takes no real key. Add it in a team of your own.')
  const { provider } = await access.upstreams.for(ctx)
  if (!isReference(typed)) return toNewSecret(access, provider, typed, null)
  const text = await readReference(ctx.team, typed, access.referenceSources ?? NO_REFERENCE_SOURCES).catch(
    (error: unknown) => {
      throw error instanceof AppError ? invalid(KEY_NOT_STORED_MESSAGE, { key: error.message }) : error
    },
  )
  return toNewSecret(access, provider, text, typed)
}

/** Reads the text that a stored reference holds now. */
export function toNewSecret(
  { vault }: UpstreamAccess,
  provider: Provider,
  text: string,
  reference: string | null,
): NewSecret {
  if (!isPossibleKey(text, provider)) {
    const form = describeKeyForm(provider)
    throw invalid(KEY_NOT_STORED_MESSAGE, {
      key:
        reference === null
          ? `${form} Copy it whole, without spaces and without a word before it such as Bearer.`
          : `What ${reference} holds is no key. ${form}`,
    })
  }
  if (isGatewayToken(text)) {
    throw invalid(KEY_NOT_STORED_MESSAGE, {
      key: 'This is a key of Purser’s own gateway. Add the key that the API gave you.',
    })
  }
  // Where nobody knows the form of a service's keys, a token has it too, and would be sent to that service.
  if (isApiToken(text)) {
    throw invalid(KEY_NOT_STORED_MESSAGE, {
      key: 'This is a token of Purser’s own API. Add the key that your provider gave you.',
    })
  }
  const secret = new Secret(text)
  return { secret, keyRef: vault.keyRef(secret), reference }
}

export const keyExistsError = (name: string): AppError =>
  conflict(KEY_NOT_STORED_MESSAGE, { key: `This key is in the team already, as “${name}”.` })

interface CheckedKey {
  readonly info: KeyInfo
  readonly askedAt: Date
}

interface KeyToCheck {
  readonly key: Secret
  readonly keyId: string
  readonly keyRef: string
}

/**
 * Returns what the service says of a key, asked at the pace of that key; null if it reports nothing about keys. Throws
 * `upstream` with the reason.
 */
export async function checkNewKey(
  ctx: TeamCtx,
  upstream: TeamUpstream,
  pacers: UpstreamAccess['pacers'],
  asked: KeyToCheck,
): Promise<CheckedKey | null> {
  const answer = await askAboutNew(ctx, upstream, pacers, asked)
  if (answer === null || 'info' in answer) return answer
  // Not every key may ask for its account, and a service may have none at that path; then nothing is known about the
  // key.
  if (answer.kind === 'not_found') return null
  throw refusal(answer)
}

/** Does the same, but throws only for a refused key; null if the upstream could not say. */
export async function checkNewKeyIfPossible(
  ctx: TeamCtx,
  upstream: TeamUpstream,
  pacers: UpstreamAccess['pacers'],
  asked: KeyToCheck,
): Promise<CheckedKey | null> {
  const answer = await askAboutNew(ctx, upstream, pacers, asked)
  if (answer === null || 'info' in answer) return answer
  if (answer.kind === 'key_refused') throw refusal(answer)
  return null
}

const refusal = (problem: Problem): AppError =>
  new AppError('upstream', KEY_NOT_STORED_MESSAGE, { key: toNewKeyProblem(problem).message })

async function askAboutNew(
  ctx: TeamCtx,
  upstream: TeamUpstream,
  pacers: UpstreamAccess['pacers'],
  { key, keyId, keyRef }: KeyToCheck,
): Promise<CheckedKey | Problem | null> {
  if (upstream.provider.account === null) return null
  const pacer = pacers.for(keyId, storedKeyRate(resolveKeyRate(upstream.provider, null)), keyRef)
  const { answer, askedAt } = await fetchKeyInfo(upstream, pacer, key, ctx.clock)
  if (answer.ok) {
    pacers.for(keyId, storedKeyRate(resolveKeyRate(upstream.provider, answer.value)), keyRef)
    return { info: answer.value, askedAt }
  }
  pacers.drop(keyId)
  return answer.problem
}
