import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Servers, with what they are answering. */
export interface OpenServers {
  /** Notes a server that nothing came to yet. */
  add(server: Server): void
  /** Notes each request as it comes. */
  came(server: Server, response: ServerResponse): void
  /**
   * Takes no more connections; resolves when all requests that came are answered. What is still sent after some seconds is
   * cut: a large file, or one whose reader stands still, would take for ever. So is what still comes: the rest of a request, or
   * the first one of a connection, as browsers open some ahead.
   */
  close(): Promise<void>
}

/** An answer that has begun has so long from then on; one that has not, waits for a call perhaps. */
const SENDING_MS = 5000
const LOOK_MS = 100

export function createOpenServers(sendingMs = SENDING_MS): OpenServers {
  const servers = new Set<Server>()
  // By connection: of those that were sent at once Node tells only the first one that its connection has closed.
  const open = new Map<Socket, Set<ServerResponse>>()
  const all = () => [...open.values()].flatMap((responses) => [...responses])
  return {
    add: (server) => void servers.add(server),
    came(server, response) {
      servers.add(server)
      const { socket } = response.req
      if (socket.destroyed) return
      const responses = open.get(socket) ?? new Set()
      if (!open.has(socket)) socket.once('close', () => open.delete(socket))
      open.set(socket, responses)
      responses.add(response)
      response.once('close', () => responses.delete(response))
    },
    async close() {
      const closed = [...servers].map(
        (server) => new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve())),
      )
      const begun = new Map<ServerResponse, number>()
      const closingAt = performance.now()
      const look = setInterval(() => {
        // Node takes a connection for idle whose answer was given but not taken yet, and would cut it off; so does its close.
        const isAllTaken = all().every((response) => !response.writableEnded)
        if (isAllTaken) for (const server of servers) server.closeIdleConnections()
        // Node does not take a connection for idle that was opened and is silent, or whose request has only begun.
        if (all().length === 0 && performance.now() - closingAt >= sendingMs)
          for (const server of servers) server.closeAllConnections()
        for (const response of all()) {
          // One that stands behind another of its connection is not sent yet.
          if ((!response.headersSent && response.req.complete) || response.socket === null) continue
          const since = begun.get(response) ?? performance.now()
          begun.set(response, since)
          if (performance.now() - since >= sendingMs) response.destroy()
        }
      }, LOOK_MS)
      await Promise.allSettled(closed)
      clearInterval(look)
    },
  }
}
