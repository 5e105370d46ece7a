import { createContext } from 'react'

/** How a field whose choice is no event of the browser tells its form that it was changed. */
export const FieldChanged = createContext<(name: string) => void>(() => undefined)
