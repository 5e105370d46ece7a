import { decode, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import { createCache } from '@/lib/platform/cache'
import { processWide } from '@/lib/platform/process'
import { hashToken } from '@/lib/platform/vault'

/**
 * Opened tokens: a browser sends the same one for minutes, and opening it takes as long as reading its session's row.
 */
const opened = processWide('opened-tokens', () => createCache<JWT>({ most: 2000 }))

/**
 * Returns the contents of a session's sealed token; null if it is not ours or too old. Whether its session is still
 * valid must be checked each time.
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
