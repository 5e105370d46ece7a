import { createHash } from 'node:crypto'

/** What is kept of a link's token of 256 bits. So long a token needs no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
