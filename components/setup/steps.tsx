import { Stepper, StepperStep, Text, VisuallyHidden } from '@mantine/core'

const STEPS = ['Account', 'Team', 'Wallet', 'Key', 'Search'] as const
export type SetupStep = (typeof STEPS)[number]

/** Shows the present step of the set-up, in figures and in words. */
export function SetupSteps({ current }: { readonly current: SetupStep }) {
  const place = STEPS.indexOf(current)
  return (
    <>
      <Stepper
        active={place}
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
        Step {place + 1} of {STEPS.length}: {current}
      </Text>
      <VisuallyHidden role="status">
        Step {place + 1} of {STEPS.length}: {current}
      </VisuallyHidden>
    </>
  )
}
