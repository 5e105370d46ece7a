/** Removes the byte-order mark that some editors put at the start of a file. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '')
