import { readFileSync } from 'node:fs'
import { Secret } from '@/lib/kernel'
import { readProvider } from '@/lib/upstream/client'
import type { Target } from './suite/target'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the upstream that lib/server/cli/test-provider.ts names in the environment; null if it names none.
 */
export function readEnvTarget(env: Environment): Target | null {
  const { PURSER_TEST_BASE_URL: baseUrl, PURSER_TEST_PROVIDER: providerFile } = env
  if (!baseUrl) return null
  const timelineUser = given(env, 'PURSER_TEST_USER')
  return {
    baseUrl,
    provider: readProvider(providerFile ? JSON.parse(readFileSync(providerFile, 'utf8')) : {}),
    key: new Secret(given(env, 'PURSER_TEST_KEY')),
    subjects: {
      timelineUser,
      searchQuery: given(env, 'PURSER_TEST_QUERY'),
      followersUser: env.PURSER_TEST_FOLLOWERS_USER || timelineUser,
      shortListUser: env.PURSER_TEST_SHORT_LIST_USER || null,
    },
    maxItems: Number(given(env, 'PURSER_TEST_MAX_ITEMS')),
  }
}

function given(env: Environment, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is missing: start this through npm run purser -- test-provider.`)
  return value
}
