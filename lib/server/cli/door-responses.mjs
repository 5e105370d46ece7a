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
