export { openPoints, type ReportRow, type ReportWallet, readReport } from './report'
export { deleteOldDigests, queueDigests, sendDueDigests } from './send-digests'
