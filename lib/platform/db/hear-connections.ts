import type { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'

/**
 * Wraps an adapter so that each of its connections has an error listener. A transaction gets a new connection through
 * a promise. A connection that ended at that very moment would have no listener, and that would end the process.
 */
export const hearConnections = (inner: PrismaPg): SqlDriverAdapterFactory => ({
  provider: inner.provider,
  adapterName: inner.adapterName,
  async connect() {
    const open = await inner.connect()
    // Whoever uses the connection gets the error from its statements.
    open.underlyingDriver().on('connect', (client) => client.on('error', () => undefined))
    return open
  },
})
