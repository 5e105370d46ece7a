import Bowser from 'bowser'

const MAX = 300

/** Truncates what a browser says of itself to what is worth storing. */
export const boundedText = (text: string | null | undefined): string | null => text?.slice(0, MAX) || null

/** Describes a device, as "Firefox on Linux". A browser may claim anything: this helps memory and proves nothing. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return 'Unknown device'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
