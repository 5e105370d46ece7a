import { expect, test } from 'vitest'
import { AppError } from '@/lib/kernel'
import { isStorageTrouble } from '@/lib/platform/db'
import { TransactionOver } from '@/lib/platform/db/begun-transactions'

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  error('Connection terminated unexpectedly'),
  error('Client has encountered a connection error and is not queryable'),
  error('timeout exceeded when trying to connect'),
  error('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' }),
  error('terminating connection due to administrator command', { code: '57P01' }),
  error('could not extend file: No space left on device', { code: '53100' }),
  error('Transaction already closed', { name: 'PrismaClientKnownRequestError', code: 'P2028' }),
  new TransactionOver(),
])('a database that is away is waited for: $message', (trouble) => {
  expect(isStorageTrouble(trouble)).toBe(true)
})

test.each([
  error('Unique constraint failed', { name: 'PrismaClientKnownRequestError', code: 'P2002' }),
  error('Argument is missing', { name: 'PrismaClientValidationError' }),
  error('permission denied for table Attempt', { code: '42501' }),
  new AppError('conflict', 'This run has been started already.'),
  new TypeError('items is not iterable'),
  'Connection terminated',
])('what another try would not mend is thrown on: %s', (fault) => {
  expect(isStorageTrouble(fault)).toBe(false)
})
