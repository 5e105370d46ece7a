'use client'

/** Loads the library at the first sign-in or sign-out: no page needs it to render. */
const nextAuth = () => import('next-auth/react')

/** Signs in with e-mail and password, and returns the outcome. */
export async function signInWithPassword(email: string, password: string): Promise<SignInAnswer> {
  const { signIn } = await nextAuth()
  const answer = await signIn('credentials', { email, password, redirect: false })
  return answer ? readSignInAnswer(answer) : { kind: 'unavailable' }
}

/** Ends this session and opens the sign-in page. */
export const signOutToSignIn = (): Promise<void> => signOutTo('/sign-in')

/** Ends this session and opens another page of Purser. */
export async function signOutTo(path: string): Promise<void> {
  // We choose the destination: next-auth would use its configured URL, not the present one.
  const { signOut } = await nextAuth()
  await signOut({ redirect: false })
  window.location.assign(path)
}

/** The outcome that the sign-in form receives. */
export type SignInAnswer =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'refused' }
  /** The browser kept no cookie, so the password was not checked. */
  | { readonly kind: 'not-kept' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable' }

/** The part of next-auth's answer that is read. */
interface NextAuthAnswer {
  readonly ok: boolean
  readonly error: string | null | undefined
  readonly url: string | null
}

/**
 * Reads the answer of next-auth's script: an error, which is one of its own words or an outcome of trySignIn,
 * or a URL to open. It has no error for a browser that keeps no cookies, but sends it to the form again.
 */
export function readSignInAnswer({ ok, error, url }: NextAuthAnswer): SignInAnswer {
  if (ok && !error && url && URL.canParse(url))
    return { kind: new URL(url).searchParams.has('csrf') ? 'not-kept' : 'signed-in' }
  if (error === 'CredentialsSignin') return { kind: 'refused' }
  if (error === 'busy') return { kind: 'busy' }
  const seconds = /^wait-(\d{1,6})$/.exec(error ?? '')?.[1]
  return seconds ? { kind: 'wait', seconds: Number(seconds) } : { kind: 'unavailable' }
}
