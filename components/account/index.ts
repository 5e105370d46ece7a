export { FrontPage } from './front-page'
export { type NewAccount, NewAccountForm } from './new-account-form'
export { SignInForm } from './sign-in-form'
