import { describeLimiters } from './describe-limiters'

describeLimiters('nested')
