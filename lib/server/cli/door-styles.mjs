// Gives the styles that a document brings the nonce of its content security policy. React writes them without: it is told a
// nonce for scripts alone. See docs/decisions/0069.
const POLICY = 'content-security-policy'
/** As React writes the styles of a document, and those that come with a later part of it. Texts of people cannot hold a "<". */
const STARTS = ['<style data-precedence="', '<style media="not all" data-precedence="']
const LONGEST = Math.max(...STARTS.map((start) => start.length))

/** Lets the styles in what is written to the response pass the content security policy of its headers. */
export function signStyles(response) {
  const { write, end } = response
  let kept = ''
  const signed = (chunk, encoding, isLast) => {
    // It becomes longer.
    if (!response.headersSent) response.removeHeader('content-length')
    const text =
      kept + Buffer.from(chunk, typeof encoding === 'string' ? encoding : undefined).toString('latin1')
    const cut = isLast ? text.length : beginOf(text)
    kept = text.slice(cut)
    return Buffer.from(withNonce(text.slice(0, cut), nonceOf(response)), 'latin1')
  }
  response.write = (chunk, encoding, done) => {
    if (!isDocument(response)) return write.call(response, chunk, encoding, done)
    const then = typeof encoding === 'function' ? encoding : done
    return write.call(response, signed(chunk, encoding, false), then)
  }
  response.end = (chunk, encoding, done) => {
    const isText = chunk !== undefined && chunk !== null && typeof chunk !== 'function'
    if (!isDocument(response) || (!isText && kept === '')) return end.call(response, chunk, encoding, done)
    const then = [chunk, encoding, done].find((each) => typeof each === 'function')
    return end.call(response, signed(isText ? chunk : '', encoding, true), then)
  }
}

const isDocument = (response) =>
  String(response.getHeader('content-type') ?? '').startsWith('text/html') && nonceOf(response) !== null

const nonceOf = (response) =>
  /style-src [^;]*'nonce-([\w+/=-]+)'/.exec(String(response.getHeader(POLICY) ?? ''))?.[1] ?? null

/** Where the last tag begins, if it may go on as one that is looked for; the text's end otherwise. */
function beginOf(text) {
  const last = text.lastIndexOf('<')
  if (last < 0 || text.length - last >= LONGEST) return text.length
  return STARTS.some((start) => start.startsWith(text.slice(last))) ? last : text.length
}

const withNonce = (text, nonce) =>
  STARTS.reduce(
    (whole, start) => whole.replaceAll(start, `<style nonce="${nonce}"${start.slice('<style'.length)}`),
    text,
  )
