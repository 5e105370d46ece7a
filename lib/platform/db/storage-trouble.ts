/**
 * Thrown if work continues in a transaction after its end. Its connection then belongs to somebody else, so the
 * statement would be committed on its own, or within another transaction.
 */
export class TransactionEndedError extends Error {
  override readonly name = 'TransactionOver'
  constructor() {
    super('This transaction has ended already: it took too long.')
  }
}

/**
 * Matches Prisma's codes for a fault of the query itself: a row that already exists or is missing, or a reference to
 * nothing.
 */
const OF_THE_QUERY = /^P2(002|003|025)$/

/**
 * Matches errors by name, because each bundle has its own classes and another process reports an error without its
 * class.
 */
const OF_TROUBLE =
  /^(PrismaClient(?!Validation)\w*|DriverAdapterError|TransactionOver|StorageLocked|ReadGivenUp)$/

/** Matches the PostgreSQL driver's messages for a broken connection, if Prisma passes the error on unchanged. */
const BROKEN =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded|Query read timeout)/
/**
 * Matches codes of a broken connection. 25006 is a server that accepts no writes: a standby that a client was sent to.
 */
const BROKEN_CODE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|25006|(08|53|57|58)[0-9A-Z]{3})$/

/**
 * Returns whether the database could not do what it was asked (unreachable, locked, full), rather than refused it. The
 * same may succeed later.
 */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    !OF_THE_QUERY.test(code) &&
    (OF_TROUBLE.test(error.name) || BROKEN.test(error.message) || BROKEN_CODE.test(code))
  )
}

/** Message for people and programs, wherever they asked. The database's own words are only for the log. */
export const STORAGE_FAILURE_MESSAGE =
  'The database cannot be written at present. Whether this was done is not known: look before you try again. If it goes on, the person who runs Purser must look at the disk or the database server.'
