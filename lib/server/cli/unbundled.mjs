/** Packages that every bundle loads from node_modules, because they have a binary or start files of their own. */
export const UNBUNDLED = ['better-sqlite3', '@node-rs/argon2', 'pg', 'pino', 'piscina']
