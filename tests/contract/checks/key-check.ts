import { isDeepStrictEqual } from 'node:util'
import { systemClock, toRequestsPerSecond } from '@/lib/kernel'
import { createUpstream, defaultProvider, keyPrefix } from '@/lib/upstream/client'
import type { Check } from '../suite/check'
import { hold, NotChecked, unexpected } from '../suite/findings'

/** The two ways to send a key in the interface document. */
const WAYS = [
  { header: 'x-api-key', scheme: '' },
  { header: 'authorization', scheme: 'Bearer' },
]

/** Sections "Key info object" and "Authentication". */
export const KEY_CHECKS: readonly Check[] = [
  {
    topic: 'key check',
    name: 'the account tells a balance, and the key’s own prefix and rate where the provider names them',
    buys: [],
    async run({ keyInfo, target: { key, provider }, notes }) {
      const { keyPrefix: told, requestsPerSecond } = await keyInfo()
      const own = keyPrefix(key.reveal())
      hold(
        told === (provider.account?.prefix === null ? null : own),
        `It tells the prefix ${told}, and the key begins with ${own}.`,
      )
      if (requestsPerSecond === null) return
      const pack = provider.plans.find(
        ({ requests, perMs }) => toRequestsPerSecond({ requests, windowMs: perMs }) === requestsPerSecond,
      )
      notes.push(`The key may make ${requestsPerSecond} requests a second: pack ${pack?.name ?? 'unknown'}.`)
    },
  },
  {
    topic: 'key check',
    name: 'the key is taken from x-api-key and from Authorization: Bearer alike',
    buys: [],
    async run({ target, paced }) {
      if (!isDeepStrictEqual(target.provider.auth, defaultProvider.auth))
        throw new NotChecked('Only the interface document promises two ways to send a key.')
      for (const way of WAYS) {
        const provider = { ...target.provider, auth: { ...way, also: {} } }
        const other = createUpstream({ ...target, provider, clock: systemClock })
        const answer = await paced.call(() => other.readKeyInfo(target.key))
        await other.close()
        if (!answer.ok) throw unexpected(`A key in the header ${way.header}`, answer.problem, [], [])
      }
    },
  },
  {
    topic: 'charging',
    name: 'asking for the account costs nothing',
    buys: [],
    async run({ keyInfo }) {
      const balances = new Set<bigint>()
      for (let reading = 0; reading < 3; reading++) balances.add((await keyInfo()).balanceNano)
      hold(balances.size === 1, 'The balance changed over three readings. Is the wallet in use elsewhere?')
    },
  },
]
