const REDACTED = '[redacted]'

/** Carries a secret text so that printing, logging or serialising it by accident shows `[redacted]`. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** Returns the secret itself. Call it only where it is sent or sealed. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return REDACTED
  }

  toJSON(): string {
    return REDACTED
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED
  }
}
