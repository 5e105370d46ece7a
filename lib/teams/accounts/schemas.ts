import { z } from 'zod'
import { nameInput } from '@/lib/platform/input'

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Enter an e-mail address, such as ada@example.org.'))

/** At least 12 characters: a long phrase is stronger than a short puzzle. */
const password = z
  .string()
  .min(12, 'Use at least 12 characters: a few words make a good password.')
  .max(256, 'Use at most 256 characters.')

export const newAccountInput = z.object({
  name: nameInput(80, 'Enter your name.'),
  email,
  password,
})
export type NewAccountInput = z.output<typeof newAccountInput>

export const changePasswordInput = z.object({
  current: z.string().min(1, 'Enter your current password.').max(256),
  password,
})

/** A person for display, without the hash. */
export interface AccountView {
  readonly id: string
  readonly name: string
  readonly email: string
}
