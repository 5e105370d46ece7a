/** What became of one try to send a message. */
export type SendResult =
  | { readonly ok: true }
  | {
      readonly ok: false
      /** A sentence for whoever set the channel up. */
      readonly problem: string
      readonly mayTryAgain: boolean
      readonly retryAfterMs?: number
    }

/** What is to be told, the same through every channel. */
export interface Message {
  readonly event: 'fired' | 'recovered' | 'test'
  readonly kind: string
  readonly title: string
  readonly detail: string
  readonly teamName: string
  readonly at: Date
  /** The page it is about; null where Purser does not know its own address. */
  readonly url: string | null
  readonly data: Readonly<Record<string, string>>
}

/** The title with what happened to it. */
export const headline = ({ event, title }: Message): string =>
  event === 'recovered' ? `Recovered: ${title}` : event === 'test' ? `Test: ${title}` : title
