'use client'

import { Button } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type Action, useAction } from '@/components/forms'
import { RefusalAlert } from '@/components/ui'

export type ContinueRun = Action<{ team: string; runId: string }>

interface ContinueRunButtonProps {
  readonly team: string
  readonly runId: string
  readonly goOn: ContinueRun
}

/** Continues a background run after its last page. */
export function ContinueRunButton({ team, runId, goOn }: ContinueRunButtonProps) {
  const router = useRouter()
  const { call, isPending, refusal } = useAction(goOn)
  const press = async () => {
    await call({ team, runId })
    router.refresh()
  }
  return (
    <div>
      <Button variant="default" onClick={press} loading={isPending}>
        Continue run{' '}
      </Button>
      <RefusalAlert refusal={refusal} />
    </div>
  )
}
