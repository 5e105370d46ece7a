import { Stepper, StepperStep, Text, VisuallyHidden } from '@mantine/core'

const STEPS = ['Account', 'Team', 'Wallet', 'Key', 'Search'] as const
export type SetupStep = (typeof STEPS)[number]

/** Shows the current step of the set-up, in figures and in words. */
export function SetupSteps({ current }: { readonly current: SetupStep }) {
  const index = STEPS.indexOf(current)
  return (
    <>
      <Stepper
        active={index}
        size="xs"
        iconSize={26}
        wrap={false}
        mb="lg"
        visibleFrom="sm"
        aria-hidden
        allowNextStepsSelect={false}
      >
        {STEPS.map((step) => (
          <StepperStep key={step} label={step} />
        ))}
      </Stepper>
      <Text hiddenFrom="sm" size="sm" c="dimmed" mb="md" aria-hidden>
        Step {index + 1} of {STEPS.length}: {current}
      </Text>
      <VisuallyHidden role="status">
        Step {index + 1} of {STEPS.length}: {current}
      </VisuallyHidden>
    </>
  )
}

/** Explains Purser in one sentence to someone who sees it for the first time, and whether anything here is real. */
export const WhatPurserIs = ({ isSandbox }: { readonly isSandbox: boolean }) => (
  <>
    Purser shows your team what it spends on a paid social data API, runs your searches and keeps your keys on
    the server.
    {isSandbox &&
      ' This installation uses the built-in sandbox: its posts, people and credits are made up, and nothing is charged.'}
  </>
)
