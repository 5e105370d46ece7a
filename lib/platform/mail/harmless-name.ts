/**
 * Removes from a name, for a mail to an unconfirmed address, the characters of which links and addresses are made, so
 * that it cannot send the reader elsewhere.
 */
export const harmlessName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}\p{M} '’&,()+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60)
