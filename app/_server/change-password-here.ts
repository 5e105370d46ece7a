import 'server-only'
import type { z } from 'zod'
import { currentRuntime } from '@/lib/server/runtime'
import { changePassword, type changePasswordInput, type SignedIn } from '@/lib/teams/accounts'
import { keepKnownBrowser } from './known-browser'
import type { Visitor } from './visitor'

/** Changes the password, and keeps this browser known under the new one. */
export async function changePasswordHere(
  person: SignedIn,
  { isHttps }: Visitor,
  input: z.output<typeof changePasswordInput>,
): Promise<void> {
  const { browser } = await changePassword(currentRuntime().accounts, person, input)
  await keepKnownBrowser(browser, isHttps)
}
