export { deleteOldDigests, queueDigests, sendDueDigests } from './send-digests'
