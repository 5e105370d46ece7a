/** They have a binary, or start files of their own: every bundle loads them from node_modules. */
export const UNBUNDLED = ['better-sqlite3', '@node-rs/argon2', 'pg', 'pino', 'piscina']
