import { describeLimiters } from './describe-limiters'

describeLimiters('legacy')
