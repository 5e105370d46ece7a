import { StateBadge } from '@/components/ui'

/** Says that nothing here is real. */
export function SandboxBadge() {
  return (
    <StateBadge tone="warn" title="The built-in upstream: pretend data and pretend credits">
      Sandbox
    </StateBadge>
  )
}
