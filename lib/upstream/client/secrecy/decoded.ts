/** A piece of a text that may be printable text in base64 or hex, decoded. */
export interface Decoded {
  readonly text: string
  /** Returns where the decoded characters from `from` up to `to` stand in the encoded text. */
  span(from: number, to: number): readonly [from: number, to: number]
}
