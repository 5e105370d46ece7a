import { systemClock } from '@/lib/kernel'
import { createUpstream, keyPrefix } from '@/lib/upstream/client'
import type { Check } from '../suite/check'
import { hold, unexpected } from '../suite/findings'

const PACKS: Readonly<Record<number, string>> = {
  1: 'Free',
  10: 'Starter',
  25: 'Builder',
  100: 'Growth',
  200: 'Scale',
}

/** Sections "Key info object" and "Authentication". */
export const KEY_CHECKS: readonly Check[] = [
  {
    topic: 'key check',
    name: 'GET /v1/me tells the key’s own prefix, a balance and a rate',
    buys: [],
    async run({ keyInfo, target, notes }) {
      const info = await keyInfo()
      const own = keyPrefix(target.key.reveal())
      hold(info.keyPrefix === own, `It tells the prefix ${info.keyPrefix}, and the key begins with ${own}.`)
      const pack = PACKS[info.requestsPerSecond]
      notes.push(`The key may make ${info.requestsPerSecond} requests a second: pack ${pack ?? 'unknown'}.`)
    },
  },
  {
    topic: 'key check',
    name: 'the key is taken from x-api-key and from Authorization: Bearer alike',
    buys: [],
    async run({ target, paced }) {
      for (const authHeader of ['x-api-key', 'authorization'] as const) {
        const provider = { ...target.provider, authHeader }
        const other = createUpstream({ ...target, provider, clock: systemClock })
        const answer = await paced.call(() => other.readKeyInfo(target.key))
        await other.close()
        if (!answer.ok) throw unexpected(`A key in the header ${authHeader}`, answer.problem, [], [])
      }
    },
  },
  {
    topic: 'charging',
    name: 'GET /v1/me costs nothing',
    buys: [],
    async run({ keyInfo }) {
      const balances = new Set<bigint>()
      for (let reading = 0; reading < 3; reading++) balances.add((await keyInfo()).balanceNano)
      hold(balances.size === 1, 'The balance changed over three readings. Is the wallet in use elsewhere?')
    },
  },
]
