import { isIP } from 'node:net'

/** Reads a list of IP addresses and ranges, each with its prefix length; null if one is neither. */
export function readRanges(list: string): string[] | null {
  const ranges = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readRange)
  return ranges.every((range) => range !== null) ? ranges : null
}

function readRange(text: string): string | null {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  const most = family === 4 ? 32 : 128
  if (family === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
  const length = Number(bits ?? most)
  return length <= most ? `${address}/${length}` : null
}
