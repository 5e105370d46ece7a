import { foldText, invalid } from '@/lib/kernel'

/** Whose password it is: it may not be made of what others know of them. */
interface PasswordOwner {
  readonly name: string
  readonly email: string
}

/** How many signs must remain without the person's names. */
const LEAST_OWN = 8
/** Shorter parts of a name are in many good phrases by chance. */
const LEAST_PART = 3

let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords: loaded when the first password is chosen, and on a server alone. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Throws `invalid` for a password that is guessed first: a common one, also with digits and signs around it, one that
 * repeats itself, or one made of the person's own name, address or this program's name. First account, invite, change and
 * reset all ask it.
 */
export async function requireGoodPassword(password: string, owner: PasswordOwner): Promise<void> {
  const why = await faultOf(foldText(password), owner)
  if (why) throw invalid('Choose another password.', { password: why })
}

async function faultOf(password: string, owner: PasswordOwner): Promise<string | null> {
  if (/^(.{1,4}?)\1+.{0,3}$/su.test(password))
    return 'It repeats itself. A few different words make a good password.'
  if (countSigns(withoutNames(password, owner)) < LEAST_OWN)
    return 'It is made of your name, your address or “Purser”. Use words that others do not know of you.'
  common ??= loadCommon()
  const list = await common
  // "Sunshine2024!" is "sunshine" to those who guess.
  const core = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isCommon = [password, core].some((text) => text !== '' && list.has(text))
  return isCommon || core === ''
    ? 'It is one of the first that are guessed. A few words make a good password.'
    : null
}

/** What remains of a password without the parts of its owner's name and address. */
function withoutNames(password: string, { name, email }: PasswordOwner): string {
  const parts = foldText(`${name} ${email} purser`).split(/[^\p{L}\p{N}\p{M}]+/u)
  return [foldText(email), ...parts]
    .filter((part) => part.length >= LEAST_PART)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, part) => rest.replaceAll(part, ''), password)
}

const countSigns = (text: string): number => text.replace(/[^\p{L}\p{N}]/gu, '').length
