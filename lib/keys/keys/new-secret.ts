import { AppError, conflict, invalid, Secret } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { isGatewayToken } from '@/lib/platform/vault'
import { refuseInExample } from '@/lib/teams/teams'
import { isKey, type KeyInfo, keyForm, ofNewKey, type Problem, type Provider } from '@/lib/upstream/client'
import type { TeamUpstream } from '@/lib/upstream/providers'
import { askKeyInfo, NO_PLACES, type UpstreamAccess } from './access'
import { keyRate, rateOf } from './key-rate'
import { isReference, readReference } from './reference'

/** A key that was typed, or that a typed reference leads to. */
export interface NewSecret {
  readonly secret: Secret
  readonly keyRef: string
  /** Its reference; null if its text is stored, sealed. */
  readonly reference: string | null
}

export const NOT_STORED = 'The key was not stored.'

/** Reads typed text as a key: the key itself, or `env:NAME` or `file:path`. Throws `invalid` with what is wrong. */
export async function readTyped(ctx: TeamCtx, access: UpstreamAccess, typed: string): Promise<NewSecret> {
  await refuseInExample(ctx.db, ctx.team.id, 'An example takes no real key. Add it in a team of your own.')
  const { provider } = await access.upstreams.for(ctx)
  if (!isReference(typed)) return newSecret(access, provider, typed, null)
  const text = await readReference(ctx.team, typed, access.places ?? NO_PLACES).catch((error: unknown) => {
    throw error instanceof AppError ? invalid(NOT_STORED, { key: error.message }) : error
  })
  return newSecret(access, provider, text, typed)
}

/** Reads the text that a stored reference holds now. */
export function newSecret(
  { vault }: UpstreamAccess,
  provider: Provider,
  text: string,
  reference: string | null,
): NewSecret {
  if (!isKey(text, provider)) {
    const form = keyForm(provider)
    throw invalid(NOT_STORED, {
      key:
        reference === null
          ? `${form} Copy it whole, without spaces and without a word before it such as Bearer.`
          : `What ${reference} holds is no key. ${form}`,
    })
  }
  if (isGatewayToken(text)) {
    throw invalid(NOT_STORED, {
      key: 'This is a key of Purser’s own gateway. Add the key that the API gave you.',
    })
  }
  const secret = new Secret(text)
  return { secret, keyRef: vault.keyRef(secret), reference }
}

export const alreadyHere = (name: string): AppError =>
  conflict(NOT_STORED, { key: `This key is in the team already, as “${name}”.` })

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
export async function checkIfPossible(
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
  new AppError('upstream', NOT_STORED, { key: ofNewKey(problem).message })

async function askAboutNew(
  ctx: TeamCtx,
  upstream: TeamUpstream,
  pacers: UpstreamAccess['pacers'],
  { key, keyId, keyRef }: KeyToCheck,
): Promise<CheckedKey | Problem | null> {
  if (upstream.provider.account === null) return null
  const pacer = pacers.for(keyId, rateOf(keyRate(upstream.provider, null)), keyRef)
  const { answer, askedAt } = await askKeyInfo(upstream, pacer, key, ctx.clock)
  if (answer.ok) {
    pacers.for(keyId, rateOf(keyRate(upstream.provider, answer.value)), keyRef)
    return { info: answer.value, askedAt }
  }
  pacers.drop(keyId)
  return answer.problem
}
