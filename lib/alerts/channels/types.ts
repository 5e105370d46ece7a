import type { EventKind } from '@/lib/platform/events'

/** The result of one try to send a message. */
export type SendResult =
  | { readonly ok: true }
  | {
      readonly ok: false
      /** A sentence for the person who set the channel up. */
      readonly problem: string
      readonly mayTryAgain: boolean
      readonly retryAfterMs?: number
    }

/** A message, the same through every channel. */
export interface ChannelMessage {
  /** State of an alert, a test, new items of a run, or the kind of an event. */
  readonly event: 'fired' | 'recovered' | 'test' | 'run.items' | EventKind
  readonly kind: string
  readonly title: string
  readonly detail: string
  readonly teamName: string
  readonly at: Date
  /** URL of the page about it; null if Purser does not know its own address. */
  readonly url: string | null
  readonly data: Readonly<Record<string, string | number | boolean | null | readonly object[]>>
}

/** Returns the title with its state. */
export const titleWithState = ({ event, title }: ChannelMessage): string =>
  event === 'recovered' ? `Recovered: ${title}` : event === 'test' ? `Test: ${title}` : title
