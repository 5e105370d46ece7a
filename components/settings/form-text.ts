/** Returns what was typed into a field of a form; empty if the form has no such field. */
export const text = (form: FormData, name: string): string => String(form.get(name) ?? '')
