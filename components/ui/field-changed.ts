import { createContext } from 'react'

/** Tells its form that a field was changed whose choice is not an event of the browser. */
export const FieldChanged = createContext<(name: string) => void>(() => undefined)
