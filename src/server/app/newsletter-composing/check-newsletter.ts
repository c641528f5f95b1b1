import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import { domainOf } from '../../../contract/audience/email-address.ts'
import {
  fillWithoutReader,
  findUnknownFields,
  hasMergeField,
  writtenFields,
} from '../../../contract/audience/merge-fields.ts'
import { NEWSLETTER_HTML_MAX } from '../../../contract/audience/newsletter-mail.ts'
import { ADDRESS_NEEDED, type NewsletterCheck } from '../../../contract/audience/newsletters.ts'
import { isElsewhere } from '../../../contract/content/picture-elsewhere.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { checkDomain } from '../../audience/mail/check-domain.ts'
import type { Dns } from '../../audience/mail/dns.ts'
import { type MailServers, readSender } from '../../audience/mail/mail-server.ts'
import { isComplete, readSenderAddress } from '../../audience/mail/sender-address.repo.ts'
import { countAudience } from '../../audience/subscribers/audience.repo.ts'
import { collect, openTags, parseHtml } from '../../content/rich-text/html-tokens.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findTextFaults } from '../rules/text-faults.ts'
import { checkLinks, type LinkCheckOptions } from './check-links.ts'
import type { ComposedNewsletter } from './compose-newsletter.ts'
import type { ReplacedLink } from './mail-links.ts'
import { nameLinks } from './name-links.ts'
import { splitAddresses } from './text-addresses.ts'

export type CheckOptions = LinkCheckOptions & { servers: MailServers; dns: Dns; isPublic: boolean }

type Check = Omit<NewsletterCheck, 'name'>

/** The checklist before a newsletter is sent. */
export async function checkNewsletter(
  db: Db,
  composed: ComposedNewsletter,
  options: CheckOptions,
): Promise<NewsletterCheck[]> {
  const { rendered } = composed
  const named = async (name: NewsletterCheck['name'], check: Check | Promise<Check>) => ({ name, ...(await check) })
  return Promise.all([
    named('subject', checkSubject(composed)),
    named('content', checkContent(composed)),
    named('merge-fields', checkMergeFields(composed)),
    named('audience', checkAudience(db, composed)),
    named('mail-server', checkServer(db, options)),
    named('sender', checkSender(db, options)),
    named('postal-address', checkAddress(db)),
    named('alt-texts', checkAltTexts(rendered.missingAlts)),
    named('pictures', checkPictures(composed, options.origin)),
    named('links', checkLinks(db, composed, options)),
    named('affiliate-rules', checkAffiliateRules(composed)),
    named('typed-prices', checkPrices(db, composed)),
    named('size', checkSize(composed.bytes)),
    named('unsubscribe', checkUnsubscribe(rendered.html)),
  ])
}

const ok = (text: string): Check => ({ result: 'ok', text })
const warning = (text: string): Check => ({ result: 'warning', text })
const error = (text: string): Check => ({ result: 'error', text })

/** Phones show about this many characters of a subject. */
const SUBJECT_SHOWN = 60

function checkSubject({ rendered: { subject }, content }: ComposedNewsletter): Check {
  if (subject === '') return error('Please write a subject.')
  if (splitAddresses(subject).some(({ url }) => url !== undefined))
    return warning(
      'A web address in the subject is sent as typed, even where a program forbids links in mails. Write it into the newsletter instead.',
    )
  const { length } = fillWithoutReader(subject)
  if (length > SUBJECT_SHOWN)
    return warning(`The subject has ${length} characters. Phones show about ${SUBJECT_SHOWN}.`)
  if (content.preview === '')
    return warning('Without a preview text, mail programs show the beginning of the newsletter next to the subject.')
  return ok('Subject and preview text are written.')
}

function checkContent({ rendered: { text }, content, newsletter }: ComposedNewsletter): Check {
  const isEmpty = content.content.replace(/<(?!img|div|section)[^>]*>/g, '').trim() === '' && newsletter.intro === ''
  return isEmpty || text.trim() === '' ? error('Please write the newsletter first.') : ok('The newsletter has a text.')
}

/** The HTML holds subject, preview text, note and body; a field whose parts are formatted apart is found there alone. */
function checkMergeFields({ rendered: { subject, html }, content }: ComposedNewsletter): Check {
  const inHtml = findUnknownFields(html).map((found) =>
    parseHtml(found)
      .map((token) => (token.kind === 'text' ? token.text : ''))
      .join(''),
  )
  const found = [...new Set([subject, content.preview].flatMap(findUnknownFields).concat(inHtml))]
  const [sentence] = nameLinks(
    found,
    'A merge field is mistyped or partly formatted, and would be sent as typed',
    (count) => `${count} merge fields are mistyped or partly formatted, and would be sent as typed`,
  )
  if (sentence === undefined) return ok('Every merge field is known.')
  return warning(`${sentence} There are ${writtenFields.join(', ')}.`)
}

async function checkAudience(db: Db, { newsletter }: ComposedNewsletter): Promise<Check> {
  if (isAutomatic(newsletter.kind)) return ok('Everybody who confirms from now on gets it.')
  const { timeZone } = (await readSettings(db)).settings
  const includesDigestOnly = newsletter.kind === 'digest'
  const { count } = await countAudience(db, newsletter.audience, { timeZone, includesDigestOnly })
  if (count === 0) return error('Nobody would get it: no active subscriber is in the audience.')
  return ok(count === 1 ? 'One subscriber gets it.' : `${count.toLocaleString('en-US')} subscribers get it.`)
}

/** Whether a mail server can be used. */
export async function checkServer(db: Db, { servers }: Pick<CheckOptions, 'servers'>): Promise<Check> {
  const server = await servers.find(db)
  if (server === undefined) return error('Set up a mail server in Settings first.')
  if (server === 'unreadable') return error('The saved password of the mail server cannot be read: enter it again.')
  return ok(`Sent through ${server.smtp.host}.`)
}

async function checkSender(db: Db, { origin, servers, dns, isPublic }: CheckOptions): Promise<Check> {
  const server = await servers.find(db)
  if (server === undefined || server === 'unreadable') return warning('Without a mail server there is no sender yet.')
  const sender = await readSender(db, origin, server).catch(() => undefined)
  if (!sender) return error('The site has no email yet: write it into Settings.')
  const domain = domainOf(sender.address)
  if (!isPublic)
    return ok(`Sent by ${sender.name} <${sender.address}>. SPF, DKIM and DMARC are checked on a public site.`)
  const { findings } = await checkDomain(dns, { domain, smtp: server.smtp })
  const faults = findings.filter(({ state }) => state !== 'good')
  if (faults.length === 0) return ok(`Sent by ${sender.name} <${sender.address}>; SPF, DKIM and DMARC are in order.`)
  return warning(faults.map(({ name, text }) => `${name}: ${text}`).join(' '))
}

/** Whether the owner has stated what every newsletter says about its sender. */
export async function checkAddress(db: Db): Promise<Check> {
  return isComplete(await readSenderAddress(db))
    ? ok('Your name and postal address stand below the newsletter.')
    : error(ADDRESS_NEEDED)
}

function checkAltTexts(missing: string[]): Check {
  if (missing.length === 0) return ok('Every picture has an alternative text.')
  const pictures = missing.length === 1 ? 'One picture has' : `${missing.length} pictures have`
  return warning(`${pictures} no alternative text, which readers see while pictures are off.`)
}

/** A mail cannot be changed once another site has removed its picture. */
function checkPictures({ content: { content } }: ComposedNewsletter, origin: string): Check {
  const sources = collect(openTags(parseHtml(content)), 'img', ({ src = '' }) =>
    isElsewhere(src, origin) ? src : undefined,
  )
  if (sources.length === 0) return ok('Every picture is in the media library.')
  const pictures = sources.length === 1 ? 'One picture is' : `${sources.length} pictures are`
  return warning(
    `${pictures} on another site, which may remove ${sources.length === 1 ? 'it' : 'them'}. Copy to the library what readers should keep.`,
  )
}

/** Programs that one check names at most; the next ones follow once these have replied. */
const UNANSWERED_MAX = 10

function checkAffiliateRules({ rendered: { replacedLinks, unansweredLinks } }: ComposedNewsletter): Check {
  const unanswered = unansweredLinks.slice(0, UNANSWERED_MAX)
  const questions = unanswered.map(({ program }) => `Ask ${program} whether it allows links in mails.`)
  const leftOut = replacedLinks.flatMap(({ url, target }) => (target ? [] : url))
  const rules =
    replacedLinks.length > 0
      ? describeReplaced(replacedLinks, leftOut)
      : questions.length > 0
        ? []
        : ['No program of its links forbids links in mails.']
  const check = { text: [...rules, ...questions].join(' '), ...(questions.length > 0 && { unanswered }) }
  return { result: leftOut.length > 0 || questions.length > 0 ? 'warning' : 'ok', ...check }
}

function describeReplaced(links: readonly ReplacedLink[], leftOut: string[]): string[] {
  const replaced = links.flatMap(({ url, target }) => (target ? `${url} → ${pageName(target)}` : []))
  const programs = [...new Set(links.map(({ program }) => program))]
  return [
    `${programs.join(', ')} ${programs.length === 1 ? 'does' : 'do'} not allow links in mails.`,
    ...nameLinks(
      leftOut,
      'A link is left out, since no page of your site stands for it',
      (count) => `${count} links are left out, since no page of your site stands for them`,
    ),
    ...nameLinks(
      replaced,
      'A link leads to your site instead of the shop',
      (count) => `${count} links lead to your site instead of the shop`,
    ),
  ]
}

async function checkPrices(db: Db, { content: { content } }: ComposedNewsletter): Promise<Check> {
  const faults = await findTextFaults(db, content)
  if (faults.length === 0) return ok('No price stands next to a link whose program forbids typed prices.')
  return warning(faults.map(({ text }) => text).join(' '))
}

const pageName = (target: string) => (hasMergeField(target, 'browser_url') ? 'the page of the newsletter' : target)

function checkSize(bytes: number): Check {
  const size = `${Math.ceil(bytes / 1000)} kB`
  if (bytes < NEWSLETTER_HTML_MAX) return ok(`The newsletter has ${size}.`)
  return error(
    `The newsletter has ${size}. Gmail cuts off what is longer than about 100 kB, with the link to unsubscribe: please shorten it.`,
  )
}

function checkUnsubscribe(html: string): Check {
  return html.includes('{{unsubscribe_url}}')
    ? ok('Every copy has its own link to unsubscribe, and the header for one click.')
    : error('The newsletter has no link to unsubscribe.')
}
