export { countMail, hashOfAddress } from './count-mail'
export { createMailer, type Mailer, type MailServer, sanitiseNameForMail, sendMail } from './send-mail'
