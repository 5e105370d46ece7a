import { z } from 'zod'
import type { CountHabitName, FaultSetting } from '@/lib/sandbox'

const state = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    balance: z.string(),
    keys: z.array(
      z.object({
        prefix: z.string(),
        pages: z.number(),
        items: z.number(),
        deliveredPages: z.number(),
        deliveredItems: z.number(),
        refused: z.number(),
      }),
    ),
  }),
)

const faultState = z.object({ met: z.number(), trapped: z.object({ requests: z.number() }) })

export type SandboxWallet = z.output<typeof state>[number]

/** The operator of a sandbox in its own process. Amounts are credits as decimal text. */
export function sandboxControl(controlUrl: string) {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(controlUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The sandbox's control answered ${answer.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    createWallet: async (wallet: {
      name: string
      balance: string
      pack?: string
      service?: string
    }): Promise<string> => z.object({ walletId: z.string() }).parse(await post('/wallets', wallet)).walletId,
    createKey: async (walletId: string): Promise<string> =>
      z.object({ key: z.string() }).parse(await post(`/wallets/${walletId}/keys`, {})).key,
    revokeKey: (prefix: string) => post(`/keys/${prefix}/revoke`, {}),
    topUp: (walletId: string, amount: string) => post(`/wallets/${walletId}/top-up`, { amount }),
    setFault: (fault: FaultSetting | null) => post('/faults', fault ?? { name: null }),
    async faultState(): Promise<z.output<typeof faultState>> {
      const answer: unknown = await (await fetch(`${controlUrl}/state`)).json()
      return z.object({ fault: faultState }).parse(answer).fault
    },
    setLatency: (ms: number) => post('/latency', { ms }),
    setLimiter: (name: string) => post('/limiter', { name }),
    setCounts: (name: CountHabitName) => post('/counts', { name }),
    /** Sets the service's dates this many milliseconds ahead of the machine's. */
    moveClock: (offsetMs: number) => post('/clock', { offsetMs }),
    async wallet(walletId: string): Promise<SandboxWallet> {
      const answer: unknown = await (await fetch(`${controlUrl}/state`)).json()
      const wallets = state.parse(answer instanceof Object && 'wallets' in answer ? answer.wallets : answer)
      const found = wallets.find(({ id }) => id === walletId)
      if (!found) throw new Error(`The sandbox has no wallet ${walletId}`)
      return found
    },
  }
}
