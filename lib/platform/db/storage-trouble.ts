/** What Prisma says of a query itself: a row that is there already, or is missing, or a reference to nothing. */
const OF_THE_QUERY = /^P2(002|003|025)$/

/** By their names: each bundle has classes of its own, and another process tells of an error without its class. */
const OF_TROUBLE =
  /^(PrismaClient(?!Validation)\w*|DriverAdapterError|TransactionOver|TransactionEnded|StorageLocked|ReadGivenUp)$/

/** What PostgreSQL's driver says of a connection that has broken, where Prisma passes its error on as it is. */
const BROKEN =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded|Query read timeout)/
/** 25006 is a server that takes no writes: a standby that somebody was sent to. */
const BROKEN_CODE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|25006|(08|53|57|58)[0-9A-Z]{3})$/

/**
 * Whether the database could not do what it was asked (away, locked, full), rather than refused it. The same may succeed
 * later.
 */
export function isStorageTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    !OF_THE_QUERY.test(code) &&
    (OF_TROUBLE.test(error.name) || BROKEN.test(error.message) || BROKEN_CODE.test(code))
  )
}

/** What people and programs are told of it, wherever they asked. Not what the database said: that is for the log. */
export const STORAGE_TROUBLE =
  'The database cannot be written at present. Whether this was done is not known: look before you try again. If it goes on, the person who runs Purser must look at the disk or the database server.'
