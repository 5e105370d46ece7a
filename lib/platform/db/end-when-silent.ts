import type { ClientBase } from 'pg'

/** Between two statements of a transaction Purser waits for nothing: a process that is silent for so long stands still. */
const SILENT_MS = 3000

/**
 * Has the server end a transaction of this connection whose process says nothing: one that stands still, or a machine that
 * is gone, which a server notices after hours. Meanwhile its locks would hold up all other instances. The connection ends
 * with the transaction; who goes on after all is told so, and the transaction is tried again.
 */
export const endWhenSilent = async (client: ClientBase): Promise<void> => {
  await client.query(`SET idle_in_transaction_session_timeout = ${SILENT_MS}`)
}
