import { redirect } from 'next/navigation'
import { currentPerson } from '@/app/_server'
import { FrontPage } from '@/components/account'
import { AppLink, Dimmed } from '@/components/ui'
import { currentRuntime } from '@/lib/server/runtime'
import { isInstalled } from '@/lib/teams/accounts'
import { safeLocalPath } from './local-path'
import { SignIn } from './sign-in'

export const metadata = { title: 'Sign in' }

interface SignInPageProps {
  readonly searchParams: Promise<{ callbackUrl?: string | string[] }>
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const destination = safeLocalPath((await searchParams).callbackUrl)
  if (!(await isInstalled(currentRuntime().db))) redirect('/setup')
  if (await currentPerson()) redirect(destination)
  return (
    <FrontPage title="Sign in">
      <SignIn destination={destination} />
      <AppLink href="/sign-in/reset" isApart>
        Forgot your password?
      </AppLink>
      <Dimmed mt="md">No account? An admin of your team can send you an invite link.</Dimmed>
    </FrontPage>
  )
}
