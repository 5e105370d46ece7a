import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Servers, with the requests that they are answering. */
export interface OpenServers {
  /** Registers a server that has not received a request yet. */
  add(server: Server): void
  /** Registers each request as it arrives. */
  came(server: Server, response: ServerResponse): void
  /**
   * Takes no more connections; resolves when all requests that arrived are answered. What is still being sent after
   * some seconds is cut off, because a large file, or one whose reader stalls, would take for ever. So is what is
   * still arriving: the rest of a request, or the first one of a connection, as browsers open some ahead.
   */
  close(): Promise<void>
}

/** Time that an answer has from its beginning. One that has not begun may be waiting for a call. */
const SENDING_MS = 5000
const LOOK_MS = 100

export function createOpenServers(sendingMs = SENDING_MS): OpenServers {
  const servers = new Set<Server>()
  // By connection: of pipelined requests, Node reports only for the first one that its connection has closed.
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
        // Node, like its `close`, considers a connection idle whose answer was given but not yet taken, and would cut
        // it off.
        const isAllTaken = all().every((response) => !response.writableEnded)
        if (isAllTaken) for (const server of servers) server.closeIdleConnections()
        // Node does not consider a connection idle that is open but silent, or whose request has only begun.
        if (all().length === 0 && performance.now() - closingAt >= sendingMs)
          for (const server of servers) server.closeAllConnections()
        for (const response of all()) {
          // One queued behind another on its connection is not being sent yet.
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
