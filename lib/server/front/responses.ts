import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const open = new WeakMap<Socket, Set<ServerResponse>>()

/**
 * Closes a response with its connection. Node closes only the response that is being sent: those behind it would wait
 * for ever and keep their place in a queue.
 */
export function closeWithConnection(socket: Socket, response: ServerResponse): void {
  const responses = open.get(socket) ?? watch(socket)
  responses.add(response)
  response.once('close', () => responses.delete(response))
}

function watch(socket: Socket): Set<ServerResponse> {
  const responses = new Set<ServerResponse>()
  open.set(socket, responses)
  socket.once('close', () => {
    for (const response of responses) if (response.socket === null) response.emit('close')
  })
  return responses
}

/** Far longer than a brief loss of the network. A person who pauses a download has to start it again. */
const STILL_MS = 120_000

/**
 * Cuts a response, with its connection, if its client takes nothing of it for that long. Otherwise the client decides
 * how long the unsent data and its writer stay in memory. A response that is not written yet keeps waiting.
 */
export function closeStalledResponse(response: ServerResponse, stillMs = STILL_MS): void {
  response.setTimeout(stillMs, () => {
    if (response.socket?.writableLength) response.socket.destroy()
  })
}
