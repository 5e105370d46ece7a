import { foldText } from '@/lib/kernel'

/** The pattern of a LIKE, with ESCAPE '\', that finds a text as it stands within a column of folded texts. */
export const likeFolded = (text: string): string => `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`
