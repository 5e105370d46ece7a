export { countMail, hashOfAddress } from './count-mail'
export { createMailer, harmlessName, type Mailer, type MailServer, sendMail } from './send-mail'
