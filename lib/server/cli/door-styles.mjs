// Writes the styles of a document into it, so that a first visit need not ask for them before it shows anything. The links
// stay, switched off: React finds its styles there and loads none of them again. See docs/decisions/0031.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const POLICY = 'content-security-policy'
const START = '<link rel="stylesheet" href="'
/** As React writes the link of a built file of styles. */
const LINK =
  /<link rel="stylesheet" href="\/_next\/static\/((?:[\w-]+\/)*[\w.~-]+\.css)(\?[^">]*)?"[^>]*?\/>/g
/** Of these an answer's headers would have the browser load the files all the same. */
const HINT = /<[^>]*\.css(\?[^>]*)?>;[^,]*\bas="?style"?[^,]*(,\s*|$)/g
/** A tag that is longer is none of React's. */
const MAX_LENGTH = 1000

/** Makes the function that brings a response's styles, from a folder of Next's build. */
export function createStyles(folder = join(process.cwd(), '.next')) {
  const files = new Map()
  const read = (name) => {
    if (!files.has(name)) files.set(name, styleText(join(folder, 'static', name)))
    return files.get(name)
  }
  return (response) => bringStyles(response, read)
}

/** A file of styles; null where there is none, or it would end the element that holds it. */
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
      // It becomes longer.
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

/** Where the last tag begins, if it may go on as a link to styles; the text's end otherwise. */
function beginOf(text) {
  const last = text.lastIndexOf('<')
  if (last < 0 || text.length - last > MAX_LENGTH) return text.length
  const tag = text.slice(last)
  return START.startsWith(tag) || (tag.startsWith(START) && !tag.includes('>')) ? last : text.length
}

/** Texts of people cannot hold a "<", and scripts write it as an escape. */
function withStyles(text, read, nonce) {
  if (!text.includes(START)) return text
  return text.replace(LINK, (link, name) => {
    const styles = read(name)
    if (styles === null) return link
    return `<style nonce="${nonce}">${Buffer.from(styles).toString('latin1')}</style>${link.slice(0, -2)} disabled=""/>`
  })
}
