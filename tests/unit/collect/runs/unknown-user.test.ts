import { expect, test } from 'vitest'
import { tellsUnknownUser } from '@/lib/collect/runs/core/page-problem'

test.each([
  'There is no such user.',
  'user not found',
  'User not found',
  'Could not find user with username: [ada].',
  'The account does not exist',
])('“%s” says that there is no such user', (words) => {
  expect(tellsUnknownUser(`The API failed. The API says: “${words}”`)).toBe(true)
  // In words of our own it says nothing.
  expect(tellsUnknownUser(words)).toBe(false)
})

test.each(['Not Found', 'no', 'Too many requests for this user', 'Failed to retrieve tweets', null])(
  '%j does not',
  (words) => expect(tellsUnknownUser(words && `It failed. The API says: “${words}”`)).toBe(false),
)
