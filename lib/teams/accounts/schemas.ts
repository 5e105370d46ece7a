import { z } from 'zod'
import { LONGEST_PASSWORD } from './password'

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
  .max(LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters.`)

export const newAccountInput = z.object({
  name: z.string().trim().min(1, 'Enter your name.').max(80, 'Use at most 80 characters.'),
  email,
  password,
})
export type NewAccountInput = z.output<typeof newAccountInput>

/** With the token of the set-up link; a visitor at the machine itself needs none. */
export const firstAccountInput = newAccountInput.extend({ token: z.string().max(100).default('') })

export const changePasswordInput = z.object({
  current: z.string().min(1, 'Enter your current password.').max(LONGEST_PASSWORD),
  password,
})

/** A person for display, without the hash. */
export interface AccountView {
  readonly id: string
  readonly name: string
  readonly email: string
}
