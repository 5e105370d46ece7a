import { Alert } from '@mantine/core'

export const NO_MAIL_SERVER = 'No mail server is set: the person who runs Purser sets SMTP_URL and MAIL_FROM.'

/** Warns beside an e-mail channel that this installation cannot send mail. */
export const NoMailServer = () => (
  <Alert color="orange" variant="light" p="xs">
    {NO_MAIL_SERVER}
  </Alert>
)
