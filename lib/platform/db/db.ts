import type { Prisma, PrismaClient } from './generated/sqlite/client'

/** The database. Both engines' clients have the same models, so the code uses the SQLite client's type. */
export type Db = PrismaClient

/** The database inside a transaction; see `transaction`. */
export type Tx = Prisma.TransactionClient

export type Engine = 'sqlite' | 'postgres'
