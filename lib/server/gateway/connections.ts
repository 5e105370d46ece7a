import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const MAX = 4000
/** Limit of one caller, so that it cannot hold all connections. A thousand of its calls may well wait at once. */
const MAX_OF_ADDRESS = 2000

/** Bounds a server's connections, in total and from one address. Any further one is closed. */
export function boundConnections(server: Server): void {
  server.maxConnections = MAX
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (counts.get(address) ?? 0) + 1
    if (count > MAX_OF_ADDRESS) return void socket.destroy()
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
  })
}

const leavings = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `leave` when a connection closes. Returns a function that undoes this. One listener serves all requests of a
 * connection: a caller may send many without waiting for answers, and Node notifies only the one being answered.
 */
export function onClosed(socket: Socket, leave: () => void): () => void {
  const known = leavings.get(socket)
  const all = known ?? new Set<() => void>()
  all.add(leave)
  if (!known) {
    leavings.set(socket, all)
    socket.once('close', () => {
      for (const each of all) each()
    })
  }
  // A connection that closed before this call emits no event.
  if (socket.destroyed) leave()
  return () => void all.delete(leave)
}
