import { z } from 'zod'
import { nameInput, searchTextInput } from '@/lib/platform/input'
import { PASSWORD_TOO_LONG, passwordLengthFault } from './password'

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Enter an e-mail address, such as ada@example.org.'))

/** At least 12 characters: a long phrase is stronger than a short puzzle. */
const password = z.string().superRefine((typed, { addIssue }) => {
  const why = passwordLengthFault(typed)
  if (why !== null) addIssue(why)
})

/** Token of a link, as its page sends it back. */
const token = z.string().max(100)

export const newAccountInput = z.object({
  name: nameInput(80, 'Enter your name.'),
  email,
  password,
})
export type NewAccountInput = z.output<typeof newAccountInput>

/** Includes the token of the set-up link; a visitor at the machine itself needs none. */
export const firstAccountInput = newAccountInput.extend({ token: z.string().max(100).default('') })

export const changePasswordInput = z.object({
  current: z
    .string()
    .min(1, 'Enter your current password.')
    .refine((typed) => passwordLengthFault(typed) !== PASSWORD_TOO_LONG, PASSWORD_TOO_LONG),
  password,
})

export const profileInput = z.object({ name: nameInput(80) })
export const endSessionInput = z.object({ handle: z.string().length(32) })

export const requestResetInput = z.object({ email })
export const resetPasswordInput = z.object({ token, password })

export const listPeopleInput = z.object({
  /** Part of a name or address. */
  text: searchTextInput(100).default(''),
  /** Address after which the page begins. */
  after: searchTextInput(254).default(''),
})
export const personInput = z.object({ userId: z.uuid() })
export const installationAdminInput = personInput.extend({ isAdmin: z.boolean() })
export const disablePersonInput = personInput.extend({ isDisabled: z.boolean() })
export const deletePersonInput = personInput.extend({
  /** True to make the one who deletes an admin of each team whose only admin the person is. */
  takesOver: z.boolean().default(false),
})
export const teamMakersSchema = z.enum(['everyone', 'admins'])
export type TeamCreators = z.output<typeof teamMakersSchema>
export const teamCreatorsInput = z.object({ teamsBy: teamMakersSchema })

/** A person for display, without the hash. */
export interface AccountView {
  readonly id: string
  readonly name: string
  readonly email: string
}
