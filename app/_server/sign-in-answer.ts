/** What the sign-in form is told. */
export type SignInAnswer =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'refused' }
  /** The browser took no cookie, so that the password was not looked at. */
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
 * Reads what next-auth's script answers: an error that is one of its own words or an outcome from try-sign-in.ts, or where
 * to go. It has no error for a browser that keeps no cookies, but sends it to the form again.
 */
export function readAnswer({ ok, error, url }: NextAuthAnswer): SignInAnswer {
  if (ok && !error && url && URL.canParse(url))
    return { kind: new URL(url).searchParams.has('csrf') ? 'not-kept' : 'signed-in' }
  if (error === 'CredentialsSignin') return { kind: 'refused' }
  if (error === 'busy') return { kind: 'busy' }
  const seconds = /^wait-(\d{1,6})$/.exec(error ?? '')?.[1]
  return seconds ? { kind: 'wait', seconds: Number(seconds) } : { kind: 'unavailable' }
}
