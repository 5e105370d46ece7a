import { invalid } from '@/lib/kernel'
import { readCommandLine } from './command-line'
import { type Desk, type DeskState, deskAt, deskIn } from './sandbox-desk'
import { DEFAULT_FOLDER } from './sandbox-folder'

const text = { type: 'string' } as const
const WHERE = { control: text, data: { ...text, default: DEFAULT_FOLDER } } as const

type Print = (line: string) => void
type Values = Readonly<Record<string, string | boolean | undefined>>

interface Command {
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
  readonly needs: readonly string[]
  act(desk: Desk, option: (name: string) => string, print: Print, values: Values): Promise<void>
}

const TABLE = {
  'create-wallet': {
    options: { name: text, balance: text, pack: text, service: text },
    needs: ['name'],
    async act(desk, option, print, { balance, pack, service }) {
      const given = {
        name: option('name'),
        ...(typeof balance === 'string' && { balance }),
        ...(typeof pack === 'string' && { pack }),
        ...(typeof service === 'string' && { service }),
      }
      print(`Wallet ${await desk.createWallet(given)} was made.`)
    },
  },
  'buy-pack': {
    options: { wallet: text, pack: text },
    needs: ['wallet', 'pack'],
    async act(desk, option, print) {
      await desk.buyPack(option('wallet'), option('pack'))
      print(`The wallet has bought the ${option('pack')} pack.`)
    },
  },
  'create-key': {
    options: { wallet: text },
    needs: ['wallet'],
    act: async (desk, option, print) =>
      print(`The key, shown only now: ${await desk.createKey(option('wallet'))}`),
  },
  'revoke-key': {
    options: { prefix: text },
    needs: ['prefix'],
    async act(desk, option, print) {
      await desk.revokeKey(option('prefix'))
      print(`The key ${option('prefix')} is revoked: from now on it is answered 401.`)
    },
  },
  'top-up': {
    options: { wallet: text, amount: text },
    needs: ['wallet', 'amount'],
    async act(desk, option, print) {
      await desk.topUp(option('wallet'), option('amount'))
      print(`${option('amount')} was added.`)
    },
  },
  list: {
    options: { json: { type: 'boolean' } },
    needs: [],
    async act(desk, _, print, { json }) {
      const wallets = await desk.state()
      for (const line of json ? [JSON.stringify(wallets, null, 2)] : linesOf(wallets)) print(line)
    },
  },
} satisfies Record<string, Command>

type CommandName = keyof typeof TABLE

/** Names of the operator's commands. */
export const COMMANDS: readonly string[] = Object.keys(TABLE)

export const isCommand = (name: string): name is CommandName => Object.hasOwn(TABLE, name)

/** Carries out one of the operator's commands. Throws `invalid` if the command line is wrong; nothing was done then. */
export async function operate(name: CommandName, args: readonly string[], print: Print): Promise<void> {
  const command: Command = TABLE[name]
  const values: Values = readCommandLine(args, { ...WHERE, ...command.options })
  const missing = command.needs.filter((need) => !values[need])
  if (missing.length > 0)
    throw invalid(`${name} needs ${missing.map((need) => `--${need}`).join(' and ')}. Try --help.`)
  const desk = await openDesk(values)
  try {
    await command.act(desk, (option) => String(values[option]), print, values)
  } finally {
    await desk.close()
  }
}

async function openDesk({ control, data }: Values): Promise<Desk> {
  if (typeof control !== 'string') return deskIn(String(data))
  if (!URL.canParse(control)) throw invalid('--control must be an address, such as http://127.0.0.1:4011.')
  return deskAt(control)
}

function linesOf(wallets: DeskState): string[] {
  if (wallets.length === 0) return ['There is no wallet yet. Make one with create-wallet.']
  return wallets.flatMap(({ id, name, service, unit, balance, packs, keys }) => [
    `${name} (${id}): ${balance} ${unit}${service === null ? '' : `, ${service}`}`,
    ...packs.map(({ pack, boughtAt }) => `  ${pack} pack, bought ${boughtAt.slice(0, 10)}`),
    ...keys.map(
      ({ prefix, revoked, requests, pages, items, refused }) =>
        `  ${prefix}…${revoked ? ' (revoked)' : ''}: ${requests} requests, ${pages} pages, ${items} items, ${refused} refused`,
    ),
  ])
}
