import { describeLimiters } from './describe-limiters'

describeLimiters('plain')
