import { readFile } from 'node:fs/promises'
import { AppError } from '@/lib/kernel'
import { defaultProvider, type Provider, readProvider } from '@/lib/upstream/client'

/** The deployment's provider: the defaults, overridden by the file that UPSTREAM_PROVIDER names. */
export async function readProviderFile(file: string | undefined): Promise<Provider> {
  if (file === undefined) return defaultProvider
  try {
    return readProvider(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    const why = cause instanceof AppError ? cause.message : whyUnread(cause)
    throw new AppError(
      'unavailable',
      `The provider file ${file} (UPSTREAM_PROVIDER) cannot be used. ${why}`,
      {},
      { cause },
    )
  }
}

/** What to do about a file that brings no provider at all. */
function whyUnread(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  if (code === 'ENOENT') return 'There is no such file. Correct the path, or leave the setting out.'
  if (code === 'EACCES' || code === 'EPERM') return 'Purser may not read it. Change its permissions.'
  if (code === 'EISDIR') return 'It is a folder. Name the file in it.'
  return code === null ? 'It is not JSON. Correct it, or leave the setting out.' : 'It cannot be read.'
}
