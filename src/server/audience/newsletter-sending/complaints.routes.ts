import * as contract from '../../../contract/audience/complaints.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { readComplaints, releaseComplaints } from './complaints.repo.ts'
import type { NewsletterSender } from './newsletter-sender.ts'

export function complaintRoutes({ newsletterSender }: { newsletterSender: NewsletterSender }) {
  return [
    bind(contract.findComplaints, async ({ db, now }) => ({ body: await readComplaints(db, now) })),
    bind(contract.releaseAutomatic, async ({ db, now }) => {
      await releaseComplaints(db, now)
      return { body: await readComplaints(db, now), afterCommit: newsletterSender.wake }
    }),
  ]
}
