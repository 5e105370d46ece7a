import { Box } from '@mantine/core'
import { OfferExample } from '@/app/(dashboard)/[team]/offer-example'
import { FrontPage } from '@/components/account'
import { type SetupStep, SetupSteps, WhatPurserIs } from '@/components/setup'
import { LinkTo } from '@/components/ui'
import { currentRuntime } from '@/lib/server/runtime'
import { currentStep } from './current-step'

export const metadata = { title: 'Set up' }

const TITLES: Record<SetupStep, string> = {
  Account: 'Create the first account',
  Team: 'Create your team',
  Wallet: 'Choose your service',
  Key: 'Add the first key',
  Search: 'Run the first search',
}

interface SetupPageProps {
  readonly searchParams: Promise<{ team?: string | string[]; token?: string | string[] }>
}

export default async function SetupPage({ searchParams }: SetupPageProps) {
  const { team, token } = await searchParams
  const { step, content, leave, title, userId } = await currentStep(textOf(team), textOf(token) ?? '')
  const isSandbox = currentRuntime().sandbox !== null
  return (
    <FrontPage
      title={title ?? TITLES[step]}
      text={step === 'Account' && <WhatPurserIs isSandbox={isSandbox} />}
      size={620}
    >
      <SetupSteps current={step} />
      {content}
      {userId && (
        <Box mt="lg">
          <OfferExample userId={userId} />
        </Box>
      )}
      {leave && (
        <LinkTo href={leave} size="sm" isApart>
          {title === null ? 'Finish later' : 'Cancel'}
        </LinkTo>
      )}
    </FrontPage>
  )
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null)
