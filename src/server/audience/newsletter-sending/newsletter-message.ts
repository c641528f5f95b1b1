import { domainOf, withoutAddress } from '../../../contract/audience/email-address.ts'
import { mailtoUrl } from '../../../contract/audience/mailto-url.ts'
import { compileTemplate, type MergeValues } from '../../../contract/audience/merge-fields.ts'
import { unsubscribeUrl } from '../../../contract/audience/unsubscribe-url.ts'
import { unsubscribeHeaders } from '../../platform/unsubscribe-headers.ts'
import { createClickKey } from './click-key.ts'
import type { LeasedRecipient } from './leases.repo.ts'
import { PAGE_LINK } from './page-link.ts'

/** `replyTo`: where replies go, if not to the sender. */
export type NewsletterFrom = { name: string; address: string; replyTo?: string | undefined }

/** The content that was frozen when sending began, with merge fields. */
export type FrozenNewsletter = {
  id: number
  subject: string
  html: string
  text: string
  slug: string
  countsClicks: boolean
}

/** Characters of a line: the 76 of RFC 2045, section 6.7, without the `=` of the soft line break that may end a part. */
const PART_LINE = 75

/** The same for each attempt; reports of bounces name the recipient by it. */
export type MessageIdOf = (recipient: { newsletterId: number; recipientId: number }, domain: string) => string

type Recipient = Pick<LeasedRecipient, 'id' | 'email' | 'name' | 'unsubscribe_token'>

export type ComposeMessage = (recipient: Recipient) => Promise<Buffer>

/**
 * Composes the messages of a newsletter, each for one recipient. The templates are parsed and encoded once, since encoding a whole
 * newsletter takes longer than everything else about a message.
 */
export async function createNewsletterMessages(
  newsletter: FrozenNewsletter,
  from: NewsletterFrom,
  { origin, messageIdOf, clock }: { origin: string; messageIdOf: MessageIdOf; clock: () => Date },
): Promise<ComposeMessage> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { encode, wrap } = await import('nodemailer/lib/qp')
  const quotedPrintable = { encode: (text: string) => wrap(encode(withCrlf(text)), PART_LINE), separator: '=\r\n' }
  const domain = domainOf(from.address)
  const subject = compileTemplate(newsletter.subject, 'subject')
  const text = compileTemplate(newsletter.text, 'text', quotedPrintable)
  const html = compileTemplate(newsletter.html, 'html', quotedPrintable)
  return async (recipient) => {
    const { id, email } = recipient
    const values = mergeValuesOf(newsletter, recipient, origin)
    const messageId = messageIdOf({ newsletterId: newsletter.id, recipientId: id }, domain)
    const message = new MailComposer({
      messageId,
      date: clock(),
      from,
      to: { name: '', address: email },
      replyTo: from.replyTo ? { name: '', address: from.replyTo } : undefined,
      subject: subject(values),
      text: { raw: `${headerOf('text/plain')}${text(values)}` },
      html: { raw: `${headerOf('text/html')}${html(values)}` },
      headers: {
        'List-Id': `<newsletter.${domain}>`,
        ...unsubscribeHeaders(values.unsubscribe_url),
        'List-Owner': `<${mailtoUrl(from.address)}>`,
        Precedence: 'bulk',
        // Amazon SES replaces the Message-ID.
        'X-Newsletter-Id': { prepared: true, value: messageId },
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return message.compile().build()
  }
}

/** The values of the merge fields of a newsletter for a recipient. */
export function mergeValuesOf(
  newsletter: Pick<FrozenNewsletter, 'id' | 'slug' | 'countsClicks'>,
  { id, email, name, unsubscribe_token }: Recipient,
  origin: string,
): MergeValues {
  const token = unsubscribe_token ?? ''
  const leaveUrl = newsletterUnsubscribeUrl(origin, token, newsletter.id)
  const clickKey = createClickKey({ newsletterId: newsletter.id, recipientId: id, token })
  const page = newsletter.countsClicks
    ? `link/${newsletter.id}/${PAGE_LINK}/${clickKey}`
    : encodeURIComponent(newsletter.slug)
  return {
    name: withoutAddress(name ?? ''),
    email,
    unsubscribe_url: leaveUrl,
    preferences_url: leaveUrl,
    browser_url: `${origin}/letters/${page}`,
    click_key: clickKey,
  }
}

const headerOf = (type: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`

const withCrlf = (text: string) => text.replace(/\r?\n/g, '\r\n')

/** Names the newsletter, so that it knows who left by it. */
function newsletterUnsubscribeUrl(origin: string, token: string, newsletterId: number): string {
  return `${unsubscribeUrl(origin, token)}&newsletter=${newsletterId}`
}
