import { expect, test } from 'vitest'
import { AppError } from '@/lib/kernel'
import { isStorageFailure } from '@/lib/platform/db'
import { StorageLockedError } from '@/lib/platform/db/sqlite/busy'
import { ReadTimeoutError } from '@/lib/platform/db/sqlite/thread-lanes'
import { TransactionEndedError } from '@/lib/platform/db/storage-trouble'

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  error('Connection terminated unexpectedly'),
  error('Client has encountered a connection error and is not queryable'),
  error('timeout exceeded when trying to connect'),
  error('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' }),
  error('terminating connection due to administrator command', { code: '57P01' }),
  error('could not extend file: No space left on device', { code: '53100' }),
  error('Transaction already closed', { name: 'PrismaClientKnownRequestError', code: 'P2028' }),
  error('Database error. Code: `SQLITE_FULL`', { name: 'PrismaClientKnownRequestError', code: 'P2039' }),
  error('cannot execute INSERT in a read-only transaction', { code: '25006' }),
  new TransactionEndedError(),
  new StorageLockedError('Another program has kept the file locked.'),
  new ReadTimeoutError('Reading took more than 15 s.'),
])('an unreachable database is waited for: $message', (trouble) => {
  expect(isStorageFailure(trouble)).toBe(true)
})

test.each([
  error('Unique constraint failed', { name: 'PrismaClientKnownRequestError', code: 'P2002' }),
  error('Argument is missing', { name: 'PrismaClientValidationError' }),
  error('permission denied for table Attempt', { code: '42501' }),
  new AppError('conflict', 'This run has been started already.'),
  new TypeError('items is not iterable'),
  'Connection terminated',
])('an error that another try would not fix is thrown: %s', (fault) => {
  expect(isStorageFailure(fault)).toBe(false)
})
