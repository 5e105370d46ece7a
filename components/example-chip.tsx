'use client'

import dynamic from 'next/dynamic'
import { StateBadge } from '@/components/ui'
import type { RemoveExampleProps } from './example'

const MADE_UP = 'Everything here is made up. The keys are not real, so nothing can be run or bought.'

// Only the example's pages load it: it would be a hundredth of all others' scripts.
const RemoveExample = dynamic(() => import('./example').then((loaded) => loaded.RemoveExample))

interface ExampleChipProps extends Pick<RemoveExampleProps, 'team'> {
  /** Null for people without permission. */
  readonly remove: RemoveExampleProps['remove'] | null
}

/** Says beside the team's name that nothing in it is real; for admins it also removes the example. */
export const ExampleChip = ({ team, remove }: ExampleChipProps) =>
  remove ? (
    <RemoveExample team={team} remove={remove} text={MADE_UP} />
  ) : (
    <StateBadge tone="pretend" title={MADE_UP}>
      Example data
    </StateBadge>
  )
