import { readFile } from 'node:fs/promises'
import { AppError, withoutMark } from '@/lib/kernel'
import type { Env } from '@/lib/platform/settings'
import { defaultProvider, type Provider, readProvider } from '@/lib/upstream/client'
import { readReadyProviders, type Services } from '@/lib/upstream/providers'

/** The deployment's service: its provider, its address, and the ready providers that teams may choose. */
export interface Deployment {
  readonly provider: Provider
  readonly ready: Services['ready']
  /** Name of a ready provider; absent for any other. */
  readonly id: string | undefined
  /** Null: the built-in sandbox. */
  readonly baseUrl: string | null
}

/**
 * Reads the provider that UPSTREAM_PROVIDER names: a ready provider, or the path of a JSON file; if unset, the
 * interface document. UPSTREAM_BASE_URL overrides its address. Throws a message for the operator.
 */
export async function readDeployment({
  UPSTREAM_PROVIDER: named,
  UPSTREAM_BASE_URL: fixed,
}: Pick<Env, 'UPSTREAM_PROVIDER' | 'UPSTREAM_BASE_URL'>): Promise<Deployment> {
  const ready = await readReadyProviders()
  const provider =
    named === undefined ? defaultProvider : (ready[named] ?? (await readFileOf(named, Object.keys(ready))))
  const id = named !== undefined && Object.hasOwn(ready, named) ? named : undefined
  return { provider, ready, id, baseUrl: fixed ?? provider.baseUrl }
}

async function readFileOf(file: string, names: readonly string[]): Promise<Provider> {
  try {
    const text = await readFile(file, 'utf8')
    return readProvider(JSON.parse(withoutMark(text)))
  } catch (cause) {
    const why = cause instanceof AppError ? cause.message : whyUnread(cause, names)
    throw new AppError(
      'unavailable',
      `The provider file ${file} (UPSTREAM_PROVIDER) cannot be used. ${why}`,
      {},
      { cause },
    )
  }
}

/** Says what to do about a file from which no provider can be read. */
function whyUnread(cause: unknown, names: readonly string[]): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  if (code === 'ENOENT')
    return `There is no such file, and no ready provider of that name: ${names.join(', ')}. Correct it, or leave the setting out.`
  if (code === 'EACCES' || code === 'EPERM') return 'Purser may not read it. Change its permissions.'
  if (code === 'EISDIR') return 'It is a folder. Name the file in it.'
  return code === null ? 'It is not JSON. Correct it, or leave the setting out.' : 'It cannot be read.'
}
