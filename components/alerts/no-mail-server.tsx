import { Alert } from '@mantine/core'

/** Beside an e-mail channel of an installation that can send no mail. */
export const NoMailServer = () => (
  <Alert color="orange" variant="light" p="xs">
    No mail server is set: the person who runs Purser sets SMTP_URL and MAIL_FROM.
  </Alert>
)
