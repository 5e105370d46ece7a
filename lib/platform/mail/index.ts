export { countMail, hashOfAddress } from './count-mail'
export { harmlessName } from './harmless-name'
export { createMailer, type Mailer } from './mailer'
export { type MailServer, sendMail } from './send-mail'
