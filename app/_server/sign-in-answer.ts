/** What the sign-in form is told. */
export type SignInAnswer =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable' }

/** Reads the error that next-auth passes on: one of its own words, or an outcome from try-sign-in.ts. */
export function readAnswer(error: string | null): SignInAnswer {
  if (error === 'CredentialsSignin') return { kind: 'refused' }
  if (error === 'busy') return { kind: 'busy' }
  const seconds = /^wait-(\d{1,6})$/.exec(error ?? '')?.[1]
  return seconds ? { kind: 'wait', seconds: Number(seconds) } : { kind: 'unavailable' }
}
