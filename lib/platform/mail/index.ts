export { countMail, hashOfAddress } from './count-mail'
export {
  createMailer,
  escapeHtml,
  type Mail,
  type Mailer,
  type MailServer,
  sanitiseNameForMail,
  sendMail,
} from './send-mail'
