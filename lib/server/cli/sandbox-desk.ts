import { z } from 'zod'
import { AppError, invalid, nanoToText, parseTypedCredits } from '@/lib/kernel'
import { createSandbox, type Operator, parsePackName, parseSandboxService } from '@/lib/sandbox'

const stateSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    service: z.string().nullable(),
    unit: z.string(),
    /** Decimal number of the unit. */
    balance: z.string(),
    packs: z.array(z.object({ pack: z.string(), boughtAt: z.string() })),
    keys: z.array(
      z.object({
        prefix: z.string(),
        revoked: z.boolean(),
        requests: z.number(),
        pages: z.number(),
        items: z.number(),
        refused: z.number(),
      }),
    ),
  }),
)
export type OperatorConsoleState = z.output<typeof stateSchema>

/** Carries out the operator's commands. Amounts are decimal texts in the wallet's unit. Throws errors for people. */
export interface OperatorConsole {
  createWallet(wallet: { name: string; balance?: string; pack?: string; service?: string }): Promise<string>
  buyPack(walletId: string, pack: string): Promise<void>
  createKey(walletId: string): Promise<string>
  revokeKey(prefix: string): Promise<void>
  topUp(walletId: string, amount: string): Promise<void>
  state(): Promise<OperatorConsoleState>
  close(): Promise<void>
}

/** Returns the desk of a running sandbox, which it reaches through the control port. */
export function connectOperatorConsole(controlUrl: string): OperatorConsole {
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(new URL(path, controlUrl), {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause) => {
      const message = `No sandbox answers at ${controlUrl}. Start one with --control-port, or name its folder with --data.`
      throw new AppError('unavailable', message, {}, { cause })
    })
    const value: unknown = await answer.json().catch(() => ({}))
    if (answer.ok) return value
    const told = z.object({ message: z.string() }).safeParse(value)
    throw new AppError('unavailable', told.success ? told.data.message : `It answered ${answer.status}.`)
  }
  const wallet = (id: string) => `/wallets/${encodeURIComponent(id)}`
  return {
    createWallet: async (given) =>
      z.object({ walletId: z.string() }).parse(await ask('/wallets', given)).walletId,
    buyPack: async (id, pack) => void (await ask(`${wallet(id)}/packs`, { pack })),
    createKey: async (id) => z.object({ key: z.string() }).parse(await ask(`${wallet(id)}/keys`, {})).key,
    revokeKey: async (prefix) => void (await ask(`/keys/${encodeURIComponent(prefix)}/revoke`, {})),
    topUp: async (id, amount) => void (await ask(`${wallet(id)}/top-up`, { amount })),
    state: async () => z.object({ wallets: stateSchema }).parse(await ask('/state')).wallets,
    close: async () => {},
  }
}

/** Opens the desk of a sandbox that is not running, on its folder. Throws `unavailable` if a running one holds it. */
export async function openOperatorConsole(folder: string): Promise<OperatorConsole> {
  const sandbox = await createSandbox({ dataDir: folder })
  const { operator } = sandbox
  const done = async <T>(act: (operator: Operator) => T): Promise<T> => {
    const result = act(operator)
    await sandbox.flush()
    return result
  }
  return {
    createWallet: ({ name, balance = '0', pack, service }) =>
      done(() => {
        const { walletId } = operator.createWallet({
          name,
          balanceNano: creditsOf(balance, 'balance'),
          ...(service !== undefined && { service: parseSandboxService(service) }),
          ...(pack !== undefined && { pack: parsePackName(pack) }),
        })
        return walletId
      }),
    buyPack: (id, pack) => done(() => operator.buyPack(id, parsePackName(pack))),
    createKey: (id) => done(() => operator.createKey(id).reveal()),
    revokeKey: (prefix) => done(() => operator.revokeByPrefix(prefix)),
    topUp: (id, amount) => done(() => operator.topUp(id, creditsOf(amount, 'amount'))),
    state: async () =>
      operator.state().map(({ id, name, service, unit, keys, balanceNano, packs }) => ({
        id,
        name,
        service,
        unit,
        keys: [...keys],
        balance: nanoToText(balanceNano),
        packs: packs.map(({ pack, boughtAt }) => ({ pack, boughtAt: boughtAt.toISOString() })),
      })),
    close: () => sandbox.close(),
  }
}

function creditsOf(text: string, name: string): bigint {
  const nano = parseTypedCredits(text)
  if (nano === null) throw invalid(`--${name} must be a decimal number of credits, with at most 9 decimals.`)
  return nano
}
