/** Payloads of webhooks in the documented shape of each provider; the pages are named in `bounces/providers/`. */

export const sesBounce = (email: string, messageId?: string) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    reportingMTA: 'dns; mx.mail.example',
    bouncedRecipients: [
      {
        emailAddress: email,
        status: '5.1.1',
        action: 'failed',
        diagnosticCode: 'smtp; 550 5.1.1 mailbox unknown',
      },
    ],
    timestamp: '2026-03-10T14:59:38.237Z',
    feedbackId: `feedback-${email}`,
    remoteMtaIp: '192.0.2.20',
  },
  mail: {
    timestamp: '2026-03-10T14:59:30.000Z',
    source: 'hello@dewlight.example',
    messageId: '00000138111222aa',
    destination: [email],
    headersTruncated: false,
    headers: [],
    commonHeaders: { from: ['hello@dewlight.example'], subject: 'Hello', ...(messageId ? { messageId } : {}) },
  },
})

export const sesComplaint = (email: string) => ({
  eventType: 'Complaint',
  complaint: {
    userAgent: 'AnyCompany Feedback Loop (V0.01)',
    complainedRecipients: [{ emailAddress: email }],
    complaintFeedbackType: 'abuse',
    arrivalDate: '2026-03-10T14:00:00.000Z',
    timestamp: '2026-03-10T14:00:01.000Z',
    feedbackId: `complaint-${email}`,
  },
  mail: { timestamp: '2026-03-10T13:00:00.000Z', messageId: '00000138111222aa', destination: [email] },
})

export const sesDelivery = (email: string) => ({
  notificationType: 'Delivery',
  delivery: {
    timestamp: '2026-03-10T14:59:38.237Z',
    processingTimeMillis: 546,
    recipients: [email],
    smtpResponse: '250 ok',
    reportingMTA: 'a8-70.smtp-out.amazonses.com',
  },
  mail: { timestamp: '2026-03-10T14:59:30.000Z', messageId: '00000138111222aa', destination: [email] },
})

export const postmarkBounce = (email: string, change: object = {}) => ({
  RecordType: 'Bounce',
  MessageStream: 'broadcast',
  ID: 4_323_372_036_854,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: '',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Metadata: {},
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 user unknown',
  Email: email,
  From: 'hello@dewlight.example',
  BouncedAt: '2026-03-10T09:33:54.9070259-05:00',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Hello',
  ...change,
})

export const postmarkDelivery = (email: string) => ({
  RecordType: 'Delivery',
  MessageStream: 'broadcast',
  ServerID: 23,
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Recipient: email,
  Tag: '',
  DeliveredAt: '2026-03-10T14:59:54Z',
  Details: '250 ok',
  Metadata: {},
})

export const postmarkSubscriptionChange = (email: string, change: object = {}) => ({
  RecordType: 'SubscriptionChange',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  ServerID: 23,
  MessageStream: 'broadcast',
  ChangedAt: '2026-03-10T14:59:00Z',
  Recipient: email,
  Origin: 'Recipient',
  SuppressSending: true,
  SuppressionReason: 'ManualSuppression',
  Tag: '',
  Metadata: {},
  ...change,
})

export const mailgunFailure = (email: string, change: object = {}) => ({
  id: `mailgun-${email}`,
  event: 'failed',
  severity: 'permanent',
  reason: 'bounce',
  timestamp: 1_773_154_800,
  'log-level': 'error',
  recipient: email,
  'recipient-domain': 'mail.example',
  'delivery-status': {
    'attempt-no': 1,
    code: 550,
    'enhanced-code': '5.1.1',
    message: '5.1.1 The email account that you tried to reach does not exist',
    description: '',
    'session-seconds': 0.4,
  },
  flags: { 'is-routed': false, 'is-test-mode': false },
  message: { headers: { to: email, 'message-id': 'x@dewlight.example', from: 'hello@dewlight.example' }, size: 512 },
  ...change,
})

export const brevoEvent = (email: string, event: string) => ({
  event,
  email,
  id: 26_224,
  date: '2026-03-10 15:00:00',
  ts: 1_773_154_800,
  'message-id': '<202603101500.1@smtp-relay.mailin.fr>',
  ts_event: 1_773_154_800,
  subject: 'Hello',
  'X-Mailin-custom': '',
  sending_ip: '192.0.2.1',
  template_id: 22,
  tags: [],
  reason: 'server is down',
  ts_epoch: 1_773_154_800_000,
})

export const mailgunDelivery = (email: string) => ({
  id: `mailgun-delivered-${email}`,
  event: 'delivered',
  timestamp: 1_773_154_800,
  'log-level': 'info',
  recipient: email,
  'recipient-domain': 'mail.example',
  'delivery-status': { 'attempt-no': 2, code: 250, message: 'OK', description: '', 'session-seconds': 0.4 },
  flags: { 'is-routed': false, 'is-test-mode': false },
  message: { headers: { to: email, 'message-id': 'x@dewlight.example', from: 'hello@dewlight.example' }, size: 512 },
})

/** `change` is what the data of a type of event has of its own. */
export const resendEvent = (email: string, type: string, change: object = {}) => ({
  type,
  created_at: '2026-03-10T14:41:12.126Z',
  data: {
    broadcast_id: '8b146471-e88e-4322-86af-016cd36fd216',
    created_at: '2026-03-10T14:41:11.894719+00:00',
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    from: 'Dewlight <hello@dewlight.example>',
    to: [email],
    subject: 'Hello',
    ...change,
  },
})

export const resendBounce = (email: string, type = 'Permanent') =>
  resendEvent(email, 'email.bounced', {
    bounce: {
      message: "The recipient's email address is on the suppression list",
      subType: 'General',
      type,
    },
  })

export const resendFailure = (email: string) =>
  resendEvent(email, 'email.failed', { failed: { reason: 'reached_daily_quota' } })

export const resendSuppression = (email: string) =>
  resendEvent(email, 'email.suppressed', {
    suppressed: {
      message: 'Resend has suppressed sending to this address because it is on the account-level suppression list.',
      type: 'OnAccountSuppressionList',
    },
  })

export const smtp2goEvent = (email: string, event: string) => ({
  event,
  time: '2026-03-10T14:59:59Z',
  sendtime: '2026-03-10T14:59:50Z',
  sender: 'hello@dewlight.example',
  from: 'Dewlight <hello@dewlight.example>',
  rcpt: email,
  auth: 'dewlight',
  email_id: '1abcde-FghIJk-LM',
  subject: 'Hello',
})

export const smtp2goBounce = (email: string, bounce: 'hard' | 'soft') => ({
  ...smtp2goEvent(email, 'bounce'),
  host: 'mx.mail.example [192.0.2.20]',
  message: '550 5.1.1 user unknown',
  context: 'RCPT TO',
  bounce,
})
