/** What a server action answers, as the forms read it (see app/_server/action.ts). */
export interface ActionAnswer<Data> {
  readonly data?: Data | undefined
  readonly serverError?: Refusal | undefined
  readonly validationErrors?:
    | {
        readonly formErrors: readonly string[]
        readonly fieldErrors: Readonly<Record<string, readonly string[] | undefined>>
      }
    | undefined
}

/** Why an action did not do what was asked. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null
}

/** A server action, as a view takes it. */
export type Action<Input, Data = unknown> = (input: Input) => Promise<ActionAnswer<Data>>

/** The action's answer as data or a refusal; input that did not fit the schema is a refusal with its fields. */
export function readAnswer<Data>(answer: ActionAnswer<Data> | undefined): {
  data: Data | undefined
  refusal: Refusal | null
} {
  if (answer === undefined) return { data: undefined, refusal: null }
  if (answer.serverError) return { data: undefined, refusal: answer.serverError }
  if (!answer.validationErrors) return { data: answer.data, refusal: null }
  const { fieldErrors, formErrors } = answer.validationErrors
  const fields = Object.entries(fieldErrors).flatMap(([name, errors]) =>
    errors?.[0] ? [[name, errors[0]] as const] : [],
  )
  return {
    data: undefined,
    refusal: {
      code: 'invalid',
      message: formErrors[0] ?? 'Some fields need another look.',
      fields: Object.fromEntries(fields),
      requestId: null,
    },
  }
}
