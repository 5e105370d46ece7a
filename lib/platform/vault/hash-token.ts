import { createHash } from 'node:crypto'

/** Returns what is stored of a link's token of 256 bits. A token of that length needs no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
