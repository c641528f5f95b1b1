import * as z from 'zod/mini'
import type { HookProvider, ProviderReport } from '../hook-provider.ts'
import { confirmSubscription, SnsMessage, verifySns } from './sns.ts'

/**
 * Amazon SES reports through a topic of Amazon SNS.
 * docs.aws.amazon.com/ses/latest/dg/notification-contents.html and .../event-publishing-retrieving-sns-contents.html
 */
const Recipient = z.object({
  emailAddress: z.string(),
  status: z.optional(z.string()),
  diagnosticCode: z.optional(z.string()),
})
const recipients = () => z.array(Recipient).check(z.maxLength(100))
const Notification = z.object({
  notificationType: z.optional(z.string()),
  /** The name in a configuration set. */
  eventType: z.optional(z.string()),
  mail: z.object({
    messageId: z.optional(z.string()),
    commonHeaders: z.optional(z.object({ messageId: z.optional(z.string()) })),
  }),
  bounce: z.optional(
    z.object({
      bounceType: z.string(),
      bounceSubType: z.optional(z.string()),
      bouncedRecipients: recipients(),
      timestamp: z.optional(z.string()),
      feedbackId: z.optional(z.string()),
    }),
  ),
  complaint: z.optional(
    z.object({
      complainedRecipients: recipients(),
      timestamp: z.optional(z.string()),
      feedbackId: z.optional(z.string()),
      complaintFeedbackType: z.optional(z.nullable(z.string())),
    }),
  ),
  delivery: z.optional(
    z.object({
      recipients: z.array(z.string()).check(z.maxLength(100)),
      timestamp: z.optional(z.string()),
      smtpResponse: z.optional(z.string()),
    }),
  ),
})

export const ses: HookProvider = {
  verify: ({ payload }, context) => verifySns(SnsMessage.parse(payload), context),
  confirm: (payload, context) => confirmSubscription(SnsMessage.parse(payload), context),
  toReports(payload) {
    const message = SnsMessage.parse(payload)
    if (message.Type !== 'Notification') return []
    const parsed = parseJson(message.Message)
    // SES sends a sentence to a new topic.
    if (parsed === undefined) return []
    const { notificationType, eventType, mail, ...event } = Notification.parse(parsed)
    return reportsOf((notificationType ?? eventType ?? '').toLowerCase(), event).map(({ id, ...report }) => ({
      ...report,
      eventId: `${id ?? `${report.kind} ${mail.messageId ?? message.MessageId}`} ${report.email}`,
      messageId: mail.commonHeaders?.messageId,
    }))
  },
}

type Event = Omit<z.infer<typeof Notification>, 'notificationType' | 'eventType' | 'mail'>
type Found = Omit<ProviderReport, 'eventId'> & { id: string | undefined }

function reportsOf(type: string, { bounce, complaint, delivery }: Event): Found[] {
  if (type === 'bounce' && bounce) {
    const kind = bounce.bounceType === 'Permanent' ? 'hard' : 'soft'
    const { timestamp: at, feedbackId: id } = bounce
    return bounce.bouncedRecipients.map(({ emailAddress: email, diagnosticCode, status }) => ({
      email,
      kind,
      at,
      id,
      detail: diagnosticCode ?? status ?? bounce.bounceSubType ?? '',
    }))
  }
  if (type === 'complaint' && complaint && complaint.complaintFeedbackType !== 'not-spam') {
    const { timestamp: at, feedbackId: id, complaintFeedbackType } = complaint
    const detail = complaintFeedbackType ?? ''
    return complaint.complainedRecipients.map(({ emailAddress: email }) => ({
      email,
      kind: 'complaint',
      at,
      id,
      detail,
    }))
  }
  if (type === 'delivery' && delivery)
    return delivery.recipients.map((email) => ({
      email,
      kind: 'delivered',
      at: delivery.timestamp,
      id: undefined,
      detail: '',
    }))
  return []
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
