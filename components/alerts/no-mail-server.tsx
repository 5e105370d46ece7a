import { Alert } from '@mantine/core'

export const NO_MAIL_SERVER = 'No mail server is set: the person who runs Purser sets SMTP_URL and MAIL_FROM.'

/** Beside an e-mail channel of an installation that can send no mail. */
export const NoMailServer = () => (
  <Alert color="orange" variant="light" p="xs">
    {NO_MAIL_SERVER}
  </Alert>
)
