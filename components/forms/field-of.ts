/** Returns a field of a form as text; empty if it is missing. */
export const formFieldText = (form: FormData, name: string): string => String(form.get(name) ?? '')
