import { readFileSync } from 'node:fs'
import { Secret } from '@/lib/kernel'
import { readContract } from '@/lib/upstream/client'
import type { Target } from './suite/target'

type Environment = Readonly<Record<string, string | undefined>>

/** The upstream that lib/server/cli/test-contract.ts names in the environment; null where it names none. */
export function readEnvTarget(env: Environment): Target | null {
  const { PURSER_TEST_BASE_URL: baseUrl, PURSER_TEST_CONTRACT: contractFile } = env
  if (!baseUrl) return null
  const timelineUser = given(env, 'PURSER_TEST_USER')
  return {
    baseUrl,
    contract: readContract(contractFile ? JSON.parse(readFileSync(contractFile, 'utf8')) : {}),
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
  if (!value) throw new Error(`${name} is missing: start this through npm run test:contract.`)
  return value
}
