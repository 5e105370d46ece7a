import type { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'

/**
 * The same adapter, each of whose connections has somebody who hears it break. A transaction is handed a new connection by
 * a promise: one that is ended in the same moment would find nobody to tell, and that ends the process.
 */
export const hearConnections = (inner: PrismaPg): SqlDriverAdapterFactory => ({
  provider: inner.provider,
  adapterName: inner.adapterName,
  async connect() {
    const open = await inner.connect()
    // Who uses it is told by its statements.
    open.underlyingDriver().on('connect', (client) => client.on('error', () => undefined))
    return open
  },
})
