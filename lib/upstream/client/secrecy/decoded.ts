/** A piece of a text that may be printable text in base64 or hex, and what it decodes to. */
export interface Decoded {
  readonly text: string
  /** Where in the encoded text the characters from `from` to before `to` stand. */
  span(from: number, to: number): readonly [from: number, to: number]
}
