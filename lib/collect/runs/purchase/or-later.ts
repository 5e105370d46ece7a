import { AppError, type Clock } from '@/lib/kernel'

/** Time that a person waits for a page that has arrived and cannot be written. */
const PERSON_MS = 15_000

/** Messages for a person who waits. */
export const NOTHING_BOUGHT =
  'Purser cannot write its database at present, so nothing was bought. Try again when an admin has looked at the disk or the database server.'
export const BOOKED_LATER =
  'The page has arrived, but the database cannot be written at present. Purser keeps the page and stores it as soon as it can: reload this page later, and do not start the run again.'
export const ENDED_LATER =
  'The call brought no page, and the database cannot be written at present. Purser notes it as soon as it can: reload this page later.'

/** Called when something takes longer than a person waits, while the work continues. */
export type OnLate = (news: AppError) => void

/**
 * Waits for work on behalf of a person. After a while, the message that it takes longer goes to `onLate` or, without
 * it, is thrown.
 */
export async function orLater<T>(
  work: Promise<T>,
  clock: Clock,
  message: string,
  onLate?: OnLate,
): Promise<T> {
  const done = new AbortController()
  const later = clock.sleep(PERSON_MS, done.signal).then(() => {
    const news = new AppError('unavailable', message)
    if (!onLate) throw news
    onLate(news)
    return work
  })
  // The person has already been told.
  work.catch(() => undefined)
  later.catch(() => undefined)
  try {
    return await Promise.race([work, later])
  } finally {
    done.abort()
  }
}
