import { foldText } from '@/lib/kernel'

/** Returns the pattern of a LIKE with ESCAPE '\' that finds a text literally within a column of folded texts. */
export const likeFolded = (text: string): string => `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`
