import { ShownOnce } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'

/** Shows a link for a new password. It is shown only once, because only its hash is kept. */
export function ResetLinkAlert(props: {
  readonly href: string
  readonly name: string
  readonly until: Date
  readonly timeZone: string
}) {
  const { href, name, until, timeZone } = props
  return (
    <ShownOnce
      title={`Pass this link on to ${name}; it is shown only once`}
      text={href}
      copyLabel="Copy the link"
      takesFocus
    >
      It sets a new password, once, until {formatMoment(until, timeZone)} ({timeZone}). All sessions of {name}{' '}
      then end.
    </ShownOnce>
  )
}
