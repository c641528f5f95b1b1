import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import type { BounceKind } from '../../../contract/audience/suppressions.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { classifyReply } from './classify-reply.ts'
import { recipientNamedBy } from './message-id.ts'

type Named = { newsletterRecipient: number; newsletterId?: number | undefined }
/** `email` is null for that of the recipient. `messageKey` is the same for each copy of the message, wherever it lies. */
export type MailboxReport = Named & { email: string | null; kind: BounceKind; detail: string; messageKey: string }
type Report = Omit<MailboxReport, 'messageKey'>

type Fields = Map<string, string>

/** Recipients in one message. */
const RECIPIENTS_MAX = 20
/** Bytes of the headers of a part. The parser takes quadratic time for some headers. */
const HEADERS_MAX = 65_536
/** Lines that may begin a part; a report has a few parts. The parser takes quadratic time for many. */
const BOUNDARIES_MAX = 100
/** Characters of a field. */
const FIELD_MAX = 2000

/**
 * The reports in a message: a delivery status (RFC 3464) or a complaint (RFC 5965), whose returned headers name a newsletter. None for
 * every other message. A mailbox takes mail of anyone, so a report without the keyed id of a newsletter does not count.
 */
export async function readBounce(source: Buffer, secrets: Secrets): Promise<MailboxReport[]> {
  if (countBoundaries(source) > BOUNDARIES_MAX) return []
  const limits = { maxNestingDepth: 20, maxHeadersSize: HEADERS_MAX }
  const email = await PostalMime.parse(source, { attachmentEncoding: 'utf8', ...limits })
  const named = recipientOf(email, secrets)
  if (!named) return []
  const messageKey = email.messageId ?? createHash('sha256').update(source).digest('hex')
  return readReports(email, named).map((report) => ({ ...report, messageKey }))
}

function readReports(email: Email, named: Named): Report[] {
  const status = partOf(email, /^message\/(?:global-)?delivery-status$/)
  if (status !== undefined) return readStatus(status, named)
  const feedback = partOf(email, /^message\/feedback-report$/)
  return feedback === undefined ? [] : readFeedback(feedback, named)
}

/** Lines that begin as the boundary of a part does. */
function countBoundaries(source: Buffer): number {
  let count = 0
  for (let at = source.indexOf('\n--'); at >= 0; at = source.indexOf('\n--', at + 1)) count += 1
  return count
}

function readStatus(text: string, named: Named): Report[] {
  // The first block is about the message, each further one about a recipient.
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .slice(0, RECIPIENTS_MAX + 1)
  return blocks.map(readFields).flatMap((fields) => {
    const recipient = addressOf(fields.get('original-recipient')) ?? addressOf(fields.get('final-recipient'))
    // A delayed message usually arrives.
    if (recipient === undefined || fields.get('action')?.toLowerCase() !== 'failed') return []
    const status = fields.get('status') ?? ''
    const detail = fields.get('diagnostic-code')?.replace(/^[a-z-]+;\s*/i, '') ?? status
    const [, code] = /^(\d{3})\b/.exec(detail) ?? []
    const kind = status.startsWith('4')
      ? 'soft'
      : classifyReply(code === undefined ? undefined : Number(code), `${status} ${detail}`)
    return [{ ...named, email: recipient, kind, detail }]
  })
}

/** Many feedback loops redact the address, which the keyed id of the recipient stands for. */
function readFeedback(text: string, named: Named): Report[] {
  const type = readFields(text).get('feedback-type')?.toLowerCase()
  if (type !== 'abuse' && type !== 'fraud' && type !== 'other') return []
  return [{ ...named, email: null, kind: 'complaint', detail: type }]
}

/** By the Message-ID, or by the header that repeats it where the provider has replaced it. */
function recipientOf(email: Email, secrets: Secrets): Named | undefined {
  const returned = readFields(returnedHeaders(email))
  for (const name of ['message-id', 'x-newsletter-id']) {
    const { newsletterRecipient, newsletterId } = recipientNamedBy(secrets, returned.get(name))
    if (typeof newsletterRecipient === 'number') return { newsletterRecipient, newsletterId }
  }
  return undefined
}

function returnedHeaders(email: Email): string {
  const part = partOf(email, /^(?:message\/(?:global|rfc822)|text\/rfc822-headers|message\/global-headers)$/) ?? ''
  return part.replace(/\r\n?/g, '\n').replace(/\n\n.*/s, '')
}

function partOf({ attachments }: Email, type: RegExp): string | undefined {
  const content = attachments.find(({ mimeType }) => type.test(mimeType.toLowerCase()))?.content
  return typeof content === 'string' ? content : undefined
}

/** The header fields of a block by name in lower case, unfolded and cut; the first of a name counts. */
function readFields(block: string): Fields {
  const fields: Fields = new Map()
  for (const line of block
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!/^[!-~]{1,80}$/.test(name) || fields.has(name)) continue
    fields.set(name, line.slice(colon + 1, colon + 1 + FIELD_MAX).trim())
  }
  return fields
}

/** Reads `rfc822; ann@mail.example` or `rfc822; <ann@mail.example>`. */
function addressOf(field: string | undefined): string | undefined {
  return /([^\s;<>"]{1,64}@[^\s;<>"]{1,190})/.exec(field?.replace(/^[a-z\d-]+\s*;/i, '') ?? '')?.[1]
}
