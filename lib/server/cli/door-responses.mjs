const OPEN = new WeakMap()

/**
 * Closes a response with its connection. Node closes only the response that is being sent: those behind it would wait
 * for ever and keep their place in a queue.
 */
export function closeWithConnection(socket, response) {
  const open = OPEN.get(socket) ?? watch(socket)
  open.add(response)
  response.once('close', () => open.delete(response))
}

function watch(socket) {
  const open = new Set()
  OPEN.set(socket, open)
  socket.once('close', () => {
    for (const response of open) if (response.socket === null) response.emit('close')
  })
  return open
}

/** Far longer than a brief loss of the network. A person who pauses a download has to start it again. */
const STILL_MS = 120_000

/**
 * Cuts a response, with its connection, if its client takes nothing of it for that long. Otherwise the client decides
 * how long the unsent data and its writer stay in memory. A response that is not written yet keeps waiting.
 */
export function cutWhenStill(response, stillMs = STILL_MS) {
  response.setTimeout(stillMs, () => {
    if (response.socket?.writableLength) response.socket.destroy()
  })
}
