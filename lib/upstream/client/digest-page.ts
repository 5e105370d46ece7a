import type { Operation } from '@/lib/kernel'
import type { Contract } from './contract'
import { parseJson } from './json'
import { packJson } from './packed-json'
import { readPage } from './page'
import { notJson } from './problems'
import { valueWithoutKey } from './secrecy/without-key'
import type { PackedPage, ReadResult } from './types'

/** A successful answer, with what it takes to read it. */
export interface PageToRead {
  readonly body: Uint8Array
  /** The header that states the charge, if the contract names one and it was sent. */
  readonly charge: string | undefined
  readonly operation: Operation
  readonly contract: Contract
  /** Taken out where the answer repeats it. It stays in this process: a thread shares its memory. */
  readonly key: string
}

/** Reads a page as `readPage` does, and packs its items. Its input and its result can be sent to another thread. */
export async function digestPage({
  body,
  charge,
  operation,
  contract,
  key,
}: PageToRead): Promise<ReadResult<PackedPage>> {
  const json = parseJson(new TextDecoder().decode(body), contract.limits.jsonDepth)
  if (json === undefined) return notJson()
  const { chargeHeader } = contract
  const headers = new Map(chargeHeader === null || charge === undefined ? [] : [[chargeHeader, charge]])
  const reading = readPage(valueWithoutKey(json, key), headers, operation, contract)
  if (!reading.ok) return reading
  const { items, ...outline } = reading.value
  return { ok: true, value: { ...outline, packed: await packJson(items) } }
}
