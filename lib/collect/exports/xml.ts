/** First line of each part of a workbook. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/**
 * Characters that XML cannot hold or would change (a carriage return becomes a line feed), and texts that a
 * spreadsheet would read as the escape of such a character. The closing `_` is not required, because the escape of the
 * next character may supply it.
 */
const SPECIAL = /[\p{Cc}\p{Cs}\ufffe\uffff&<>]|_(?=[xX][\dA-Fa-f]{4})/gu

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Control characters that XML accepts as they are. */
const LEGAL = /[\t\n\x7f-\x9f]/

const written = (char: string): string => {
  const entity = ENTITIES[char]
  if (entity !== undefined) return entity
  if (LEGAL.test(char)) return char
  return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Escapes a text for a workbook's XML, so that a spreadsheet reads it back unchanged (ECMA-376, ST_Xstring). */
export const xmlText = (text: string): string => text.replace(SPECIAL, written)
