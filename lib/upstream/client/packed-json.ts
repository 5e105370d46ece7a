import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** The fastest level takes half the time and makes the result a tenth larger. */
const FASTEST = { level: 1, chunkSize: 65_536 } as const
/**
 * Number of characters below which handing over to another thread would cost this one more time than the work itself.
 */
const SMALL = 200_000

/** Serialises a value as JSON in UTF-8 and deflates it. */
export async function packJson(value: object): Promise<Uint8Array<ArrayBuffer>> {
  const json = JSON.stringify(value)
  return new Uint8Array(json.length < SMALL ? deflateRawSync(json, FASTEST) : await deflate(json, FASTEST))
}

/** Unpacks the JSON text. */
export const unpackJson = async (packed: Uint8Array): Promise<string> =>
  (await inflate(packed)).toString('utf8')
