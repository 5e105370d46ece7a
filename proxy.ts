import { type NextRequest, NextResponse } from 'next/server'
import { hasSessionToken } from '@/app/_server/session-token'

const PUBLIC = [
  /^\/$/,
  /^\/sign-in(\/reset(\/[^/]+)?)?$/,
  /^\/setup$/,
  /^\/invite\//,
  /^\/account\/confirm\//,
  /^\/api\//,
]

const isDevelopment = process.env.NODE_ENV === 'development'

/** Sends signed-out visitors to the sign-in page, and gives every page its content security policy with a new nonce. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  if (isPage && !PUBLIC.some((pattern) => pattern.test(pathname)) && !(await hasSessionToken(request))) {
    const signIn = new URL('/sign-in', request.url)
    signIn.searchParams.set('callbackUrl', pathname + search)
    return NextResponse.redirect(signIn)
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

/** Scripts and styles by nonce alone. Style attributes are allowed: Mantine and recharts position with them. */
function contentSecurityPolicy(nonce: string): string {
  // Development evaluates modules and injects styles.
  const style = isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    style,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const config = {
  matcher: [
    {
      // What is named here is served to everybody as it is: Next's files, the icons of app/, and those of public/.
      source:
        '/((?!_next/static/|_next/image|(?:icon\\.svg|favicon\\.ico|icon-192\\.png|icon-512\\.png|icon-maskable-512\\.png|apple-touch-icon\\.png|manifest\\.webmanifest|robots\\.txt)$).*)',
      // An action that a script calls is answered with data: no policy is asked of it, and it refuses visitors itself.
      missing: [{ type: 'header', key: 'next-action' }],
    },
  ],
}
