// Inlines the styles of a document, so that a first visit shows something without asking for them first. The links
// stay, disabled: React finds its styles there and loads none of them again. See docs/decisions/0031.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const POLICY = 'content-security-policy'
const START = '<link rel="stylesheet" href="'
/** The link to a built style sheet, as React writes it. */
const LINK =
  /<link rel="stylesheet" href="\/_next\/static\/((?:[\w-]+\/)*[\w.~-]+\.css)(\?[^">]*)?"[^>]*?\/>/g
/** Headers that would make the browser load the files all the same. */
const HINT = /<[^>]*\.css(\?[^>]*)?>;[^,]*\bas="?style"?[^,]*(,\s*|$)/g
/** Maximum length of a tag that React writes. */
const MAX_LENGTH = 1000

/** Creates the function that inlines a response's styles, which it reads from a folder of Next's build. */
export function createStyles(folder = join(process.cwd(), '.next')) {
  const files = new Map()
  const read = (name) => {
    if (!files.has(name)) files.set(name, styleText(join(folder, 'static', name)))
    return files.get(name)
  }
  return (response) => bringStyles(response, read)
}

/** Returns the text of a style sheet; null if there is none, or if it would end the element that holds it. */
function styleText(file) {
  try {
    const text = readFileSync(file, 'utf8')
    return /<\/style/i.test(text) ? null : text
  } catch {
    return null
  }
}

function bringStyles(response, read) {
  const { write, end, writeHead } = response
  let kept = ''
  const brought = (chunk, encoding, isLast) => {
    const text =
      kept + Buffer.from(chunk, typeof encoding === 'string' ? encoding : undefined).toString('latin1')
    const cut = isLast ? text.length : beginOf(text)
    kept = text.slice(cut)
    return Buffer.from(withStyles(text.slice(0, cut), read, nonceOf(response)), 'latin1')
  }
  response.writeHead = (...given) => {
    if (isDocument(response)) {
      // The inlined styles make the document longer.
      response.removeHeader('content-length')
      const hints = response.getHeader('link')
      if (hints !== undefined) {
        const others = String(hints).replace(HINT, '').replace(/,\s*$/, '')
        if (others) response.setHeader('link', others)
        else response.removeHeader('link')
      }
    }
    return writeHead.apply(response, given)
  }
  response.write = (chunk, encoding, done) => {
    if (!isDocument(response)) return write.call(response, chunk, encoding, done)
    const then = typeof encoding === 'function' ? encoding : done
    return write.call(response, brought(chunk, encoding, false), then)
  }
  response.end = (chunk, encoding, done) => {
    const isText = chunk !== undefined && chunk !== null && typeof chunk !== 'function'
    if (!isDocument(response) || (!isText && kept === '')) return end.call(response, chunk, encoding, done)
    const then = [chunk, encoding, done].find((each) => typeof each === 'function')
    return end.call(response, brought(isText ? chunk : '', encoding, true), then)
  }
}

const isDocument = (response) =>
  String(response.getHeader('content-type') ?? '').startsWith('text/html') && nonceOf(response) !== null

const nonceOf = (response) =>
  /style-src [^;]*'nonce-([\w+/=-]+)'/.exec(String(response.getHeader(POLICY) ?? ''))?.[1] ?? null

/** Returns where the last tag begins if it may turn out to be a link to styles; else the text's end. */
function beginOf(text) {
  const last = text.lastIndexOf('<')
  if (last < 0 || text.length - last > MAX_LENGTH) return text.length
  const tag = text.slice(last)
  return START.startsWith(tag) || (tag.startsWith(START) && !tag.includes('>')) ? last : text.length
}

/**
 * Replaces the links by their styles. No other text can match: people's texts cannot contain a "<", and scripts escape
 * it.
 */
function withStyles(text, read, nonce) {
  if (!text.includes(START)) return text
  return text.replace(LINK, (link, name) => {
    const styles = read(name)
    if (styles === null) return link
    return `<style nonce="${nonce}">${Buffer.from(styles).toString('latin1')}</style>${link.slice(0, -2)} disabled=""/>`
  })
}
