/** Returns a field of a form as text; empty if it is missing. */
export const fieldOf = (form: FormData, name: string): string => String(form.get(name) ?? '')
