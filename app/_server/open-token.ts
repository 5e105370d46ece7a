import { decode, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import { createCache } from '@/lib/platform/cache'
import { processWide } from '@/lib/platform/process'
import { hashToken } from '@/lib/platform/vault'

/** A browser sends the same token for minutes, and to open one takes as long as to read its session's row. */
const opened = processWide('opened-tokens', () => createCache<JWT>({ most: 2000 }))

/**
 * What a session's sealed token says; null where it is not one of ours, or is too old. That its session is still valid is to
 * be asked each time.
 */
export async function openToken({ token, secret }: JWTDecodeParams): Promise<JWT | null> {
  if (!token || !secret) return null
  const name = hashToken(`${String(secret)} ${token}`)
  const known = opened.get(name)
  if (known && isFresh(known)) return known
  const said = await decode({ token, secret }).catch(() => null)
  if (said) opened.set(name, said)
  return said
}

const isFresh = ({ exp }: JWT): boolean => typeof exp === 'number' && exp * 1000 > Date.now()
