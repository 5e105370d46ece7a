import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@/lib/kernel'
import { emptyListCounts, type KeyAccount, type PageCounts, type SandboxWallet } from './accounts'
import { type Purchase, parsePackName } from './operations'
import { parseSandboxService } from './services'

const VERSION = 2

/** Serialises the accounts for a file: hashes instead of keys, and amounts as whole nano-credits. */
export const serialiseAccounts = (wallets: readonly SandboxWallet[]): string =>
  JSON.stringify({ version: VERSION, wallets }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value instanceof Set ? [...value].join(' ') : value,
  )

/** Parses the result of `serialiseAccounts`. Throws for any other text. */
export function parseAccounts(text: string): SandboxWallet[] {
  const saved = new SavedFields(JSON.parse(text))
  const version = saved.number('version')
  const readWallet = WALLETS.get(version)
  if (!readWallet) throw new Error('This file was written by another version.')
  return saved.list('wallets').map(readWallet)
}

const readWalletWith =
  (balanceNano: (wallet: SavedFields) => bigint) =>
  (wallet: SavedFields): SandboxWallet => ({
    id: wallet.text('id'),
    name: wallet.text('name'),
    service: ifThere(wallet.optionalText('service'), parseSandboxService),
    balanceNano: balanceNano(wallet),
    chargedNano: BigInt(wallet.optionalText('chargedNano') ?? '0'),
    rate: ifThere(wallet.optional('rate'), (rate) => ({
      calls: rate.number('calls'),
      perMs: rate.number('perMs'),
    })),
    hidesBalance: wallet.flag('hidesBalance', false),
    purchases: wallet.list('purchases').map(readPurchase),
    keys: wallet.list('keys').map(readKeyAccount),
    sold: readSold(wallet.optional('sold')),
  })

const readSold = (sold: SavedFields | null): SandboxWallet['sold'] => ({
  day: sold?.text('day') ?? '',
  items: new Set(sold?.text('items').split(' ')),
})

const readPurchase = (purchase: SavedFields): Purchase => ({
  pack: parsePackName(purchase.text('pack')),
  boughtAt: new Date(purchase.text('boughtAt')),
})

const readKeyAccount = (key: SavedFields): KeyAccount => ({
  prefix: key.text('prefix'),
  hash: key.text('hash'),
  revoked: key.flag('revoked'),
  requests: key.number('requests'),
  pages: key.number('pages'),
  items: key.number('items'),
  deliveredPages: key.number('deliveredPages', 0),
  deliveredItems: key.number('deliveredItems', 0),
  refused: key.number('refused'),
  lookUps: key.number('lookUps', 0),
  found: key.number('found', 0),
  lists: readLists(key.optional('lists')),
})

function readLists(saved: SavedFields | null): KeyAccount['lists'] {
  const lists = emptyListCounts()
  if (saved === null) return lists
  return {
    timeline: readPageCounts(saved.optional('timeline'), lists.timeline),
    search: readPageCounts(saved.optional('search'), lists.search),
    followers: readPageCounts(saved.optional('followers'), lists.followers),
  }
}

const readPageCounts = (saved: SavedFields | null, absent: PageCounts): PageCounts =>
  saved === null
    ? absent
    : {
        pages: saved.number('pages'),
        items: saved.number('items'),
        deliveredPages: saved.number('deliveredPages'),
        deliveredItems: saved.number('deliveredItems'),
        emptyPages: saved.number('emptyPages'),
        pagesPastEnd: saved.number('pagesPastEnd'),
      }

const ifThere = <From, To>(value: From | null, read: (value: From) => To): To | null =>
  value === null ? null : read(value)

/** Readers by version of the file: the first one stated balances in millionths of a credit. */
const WALLETS = new Map([
  [1, readWalletWith((wallet) => BigInt(wallet.text('balanceMicro')) * 1000n)],
  [VERSION, readWalletWith((wallet) => BigInt(wallet.text('balanceNano')))],
])

/** Reads the fields of an unknown object, each by its expected type. */
class SavedFields {
  readonly #object: Readonly<Record<string, unknown>>

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) throw new Error('An object was expected.')
    this.#object = { ...value }
  }

  text(name: string): string {
    const value = this.#object[name]
    if (typeof value !== 'string') throw new Error(`"${name}" must be a text.`)
    return value
  }

  /** Reads a number; `absent` stands in for a field that older files do not have. */
  number(name: string, absent?: number): number {
    const value = this.#object[name] ?? absent
    if (typeof value !== 'number') throw new Error(`"${name}" must be a number.`)
    return value
  }

  /** Reads a text; null if the field is absent or null. */
  optionalText(name: string): string | null {
    return this.#object[name] == null ? null : this.text(name)
  }

  /** Reads an object; null if the field is absent or null. */
  optional(name: string): SavedFields | null {
    const value = this.#object[name]
    return value == null ? null : new SavedFields(value)
  }

  flag(name: string, absent?: boolean): boolean {
    const value = this.#object[name] ?? absent
    if (typeof value !== 'boolean') throw new Error(`"${name}" must be true or false.`)
    return value
  }

  list(name: string): SavedFields[] {
    const value = this.#object[name]
    if (!Array.isArray(value)) throw new Error(`"${name}" must be a list.`)
    return value.map((item: unknown) => new SavedFields(item))
  }
}

const FILE = 'sandbox.json'
const SAVE_WITHIN_MS = 40

/**
 * Keeps one text on disk. Changes within a moment are written together, and each write replaces the file atomically.
 */
export interface TextStore {
  /** Returns the text as last saved, or null on a first start. */
  load(): Promise<string | null>
  /** Records that the text has changed; it is on disk about 40 ms later. */
  changed(): void
  /** Resolves when every change so far is on disk, safe from a power cut. Rejects if it cannot be written. */
  flush(): Promise<void>
}

/** Creates a store in a folder (created if absent, for its owner alone), or in memory only if the folder is null. */
export function createTextStore(folder: string | null, clock: Clock, read: () => string): TextStore {
  if (folder === null) return { load: async () => null, changed: () => {}, flush: async () => {} }
  const file = join(folder, FILE)
  let dirty = false
  let isScheduled = false
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    dirty = false
    const text = read()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = await open(`${file}.tmp`, 'w', 0o600)
    await temporary
      .writeFile(text)
      .then(() => temporary.sync())
      .finally(() => temporary.close())
    await rename(`${file}.tmp`, file)
    await syncFolder(folder)
  }
  const flush = (): Promise<void> => {
    writing = writing
      .catch(() => {})
      .then(() => (dirty ? write() : undefined))
      .catch((error: unknown) => {
        dirty = true
        throw error
      })
    return writing
  }

  return {
    load: () => readIfThere(file),
    changed: () => {
      dirty = true
      if (isScheduled) return
      isScheduled = true
      clock
        .sleep(SAVE_WITHIN_MS)
        .then(() => {
          isScheduled = false
          return flush()
        })
        .catch((error: unknown) => process.emitWarning(`The sandbox could not save its accounts: ${error}`))
    },
    flush,
  }
}

/** Syncs a folder, so that a rename survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
