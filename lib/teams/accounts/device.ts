import Bowser from 'bowser'

const MOST = 300

/** What a browser says of itself, cut to what is worth storing. */
export const boundedText = (text: string | null | undefined): string | null => text?.slice(0, MOST) || null

/** A device in words, as "Firefox on Linux". A browser may say anything: this is a help for memory, and no proof. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return 'Unknown device'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
