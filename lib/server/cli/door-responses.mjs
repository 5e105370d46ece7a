const OPEN = new WeakMap()

/**
 * Closes a response with its connection. Node closes only the one that is being sent: those behind it would wait for
 * ever, with their place in a line.
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

/** Far longer than a network is away for a moment, and a person who pauses a download begins it again. */
const STILL_MS = 120_000

/**
 * Cuts a response of which nothing is taken for so long, with its connection: it would keep what is written and not taken, and
 * what writes it, for as long as the client likes. One that is not written yet waits on.
 */
export function cutWhenStill(response, stillMs = STILL_MS) {
  response.setTimeout(stillMs, () => {
    if (response.socket?.writableLength) response.socket.destroy()
  })
}
