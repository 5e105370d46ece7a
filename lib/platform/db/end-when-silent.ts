import type { ClientBase } from 'pg'

/**
 * Silence after which a process counts as stopped. Between two statements of a transaction, Purser waits for nothing.
 */
const SILENT_MS = 3000

/**
 * Makes the server end a transaction of this connection whose process is silent: one that is stopped, or whose machine
 * is gone, which a server notices only after hours. Until then its locks would hold up all other instances. The
 * connection ends with the transaction. If the process continues after all, it gets an error and the transaction is
 * retried.
 */
export const endWhenSilent = async (client: ClientBase): Promise<void> => {
  await client.query(`SET idle_in_transaction_session_timeout = ${SILENT_MS}`)
}
