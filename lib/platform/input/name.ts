import { z } from 'zod'

/** The name that somebody gives a thing, of at most so many characters. */
export const nameInput = (most = 60) =>
  z.string().trim().min(1, 'Enter a name.').max(most, `Use at most ${most} characters.`)
