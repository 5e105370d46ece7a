import { foldText, invalid } from '@/lib/kernel'

/** The owner of a password, which must not be made of what others know of them. */
interface PasswordOwner {
  readonly name: string
  readonly email: string
}

/** Minimum number of characters that must remain without the person's names. */
const MIN_OWN = 8
/** Minimum length of a part of a name that is removed; shorter ones are in many good phrases by chance. */
const MIN_PART = 3

let common: Promise<ReadonlySet<string>> | undefined

/** Loads the 49,000 most common passwords when the first password is chosen, and only on a server. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Throws `invalid` for a password that is guessed first: a common one, also with digits and signs around it, one that
 * repeats itself, or one made of the person's own name, address or this program's name. First account, invite, change
 * and reset all call it.
 */
export async function requireGoodPassword(password: string, owner: PasswordOwner): Promise<void> {
  const why = await faultOf(foldText(password), owner)
  if (why) throw invalid('Choose another password.', { password: why })
}

async function faultOf(password: string, owner: PasswordOwner): Promise<string | null> {
  if (/^(.{1,4}?)\1+.{0,3}$/su.test(password))
    return 'It repeats itself. A few different words make a good password.'
  if (countSigns(withoutNames(password, owner)) < MIN_OWN)
    return 'It is made of your name, your address or “Purser”. Use words that others do not know of you.'
  common ??= loadCommon()
  const list = await common
  // To those who guess, "Sunshine2024!" is "sunshine".
  const core = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isCommon = [password, core].some((text) => text !== '' && list.has(text))
  return isCommon || core === ''
    ? 'It is one of the first that are guessed. A few words make a good password.'
    : null
}

/** Removes the parts of its owner's name and address from a password. */
function withoutNames(password: string, { name, email }: PasswordOwner): string {
  const parts = foldText(`${name} ${email} purser`).split(/[^\p{L}\p{N}\p{M}]+/u)
  return [foldText(email), ...parts]
    .filter((part) => part.length >= MIN_PART)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, part) => rest.replaceAll(part, ''), password)
}

const countSigns = (text: string): number => text.replace(/[^\p{L}\p{N}]/gu, '').length
