/** A field of a form as text; empty where it is not there. */
export const fieldOf = (form: FormData, name: string): string => String(form.get(name) ?? '')
