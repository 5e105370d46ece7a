/** The text of a file that somebody wrote, without the byte-order mark that some editors put before it. */
export const withoutMark = (text: string): string => text.replace(/^\ufeff/, '')
