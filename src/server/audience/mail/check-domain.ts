import type { DomainCheck, DomainFinding } from '../../../contract/audience/mail-settings.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
import { within } from '../../platform/within.ts'
import { checkSpf } from './check-spf.ts'
import type { Dns } from './dns.ts'

type Question = {
  domain: string
  smtp: Pick<Smtp, 'host' | 'dkimSelector'>
  /** Instead of that of the mail settings. */
  selector?: string | undefined
}

/** Milliseconds for each of the three. */
const LONGEST_MS = 8_000

/** The names that large mail providers and common mail programs give their DKIM keys. */
const usualSelectors = (
  'default dkim mail email smtp google selector1 selector2 s1 s2 k1 k2 k3 fm1 fm2 fm3 mxvault protonmail zoho zmail pm ' +
  'mandrill mailjet sendgrid resend brevo mte1 key1 krs sig1 dk'
).split(' ')

/** Whether SPF, DKIM and DMARC of the sender's domain allow a mail server, as far as the DNS tells. */
export async function checkDomain(
  dns: Dns,
  { domain, smtp, selector = smtp.dkimSelector }: Question,
): Promise<DomainCheck> {
  const findings = await Promise.all([
    bounded('SPF', checkSpf(dns, domain, smtp.host)),
    bounded('DKIM', checkDkim(dns, domain, selector)),
    bounded('DMARC', checkDmarc(dns, domain)),
  ])
  return { domain, findings }
}

async function bounded(name: DomainFinding['name'], check: Promise<DomainFinding>): Promise<DomainFinding> {
  const silent = (): DomainFinding => ({
    name,
    state: 'unknown',
    text: 'The DNS did not answer, so this could not be checked. Please try again later.',
    record: null,
  })
  return within(LONGEST_MS, check, silent).catch(silent)
}

async function checkDkim(dns: Dns, domain: string, selector: string | undefined): Promise<DomainFinding> {
  const found = (state: DomainFinding['state'], text: string, record: string | null = null): DomainFinding => ({
    name: 'DKIM',
    state,
    text,
    record: record?.slice(0, 300) ?? null,
  })
  const names = selector === undefined ? usualSelectors : [selector]
  const answers = await Promise.all(
    names.map(async (name) => ({
      name,
      records: await dns.txt(`${name}._domainkey.${domain}`).catch(() => undefined),
    })),
  )
  if (answers.every(({ records }) => records === undefined)) throw new Error('The DNS did not answer')
  const keys = answers.flatMap(({ name, records = [] }) => {
    const record = records.find((text) => /(?:^|;)\s*p\s*=/i.test(text))
    return record === undefined ? [] : [{ name, record }]
  })
  const valid = keys.find(({ record }) => /(?:^|;)\s*p\s*=\s*[^\s;]/i.test(record))
  if (valid)
    return found(
      'good',
      `There is a key under “${valid.name}”. Whether your mail server signs with it, the DKIM-Signature header of a mail tells.`,
      valid.record,
    )
  if (keys[0]) return found('bad', `The key under “${keys[0].name}” is withdrawn.`, keys[0].record)
  if (selector !== undefined) return found('bad', `There is no key under “${selector}”.`)
  return found(
    'unknown',
    'There is no key under the usual names. Look for s= in the DKIM-Signature header of a mail, or ask your provider, and enter that selector in the mail settings.',
  )
}

async function checkDmarc(dns: Dns, domain: string): Promise<DomainFinding> {
  const isDmarc = (text: string) => /^v=DMARC1\s*(?:;|$)/i.test(text)
  // A subdomain without a record has that of its organisation.
  const parents = domain.split('.').map((_, index, labels) => labels.slice(index).join('.'))
  const candidates = parents.filter((name) => name.includes('.')).slice(0, 4)
  for (const name of candidates) {
    const record = (await dns.txt(`_dmarc.${name}`)).find(isDmarc)
    if (record === undefined) continue
    const policy = /;\s*p\s*=\s*(none|quarantine|reject)/i.exec(record)?.[1]?.toLowerCase()
    const text = policy === undefined ? undefined : policies[policy]
    if (text === undefined)
      return { name: 'DMARC', state: 'bad', text: 'The record has no policy: add p=none.', record }
    return { name: 'DMARC', state: 'good', text, record }
  }
  return {
    name: 'DMARC',
    state: 'warning',
    text: `${domain} has no DMARC record, which large mailbox providers want: add a TXT record _dmarc with v=DMARC1; p=none.`,
    record: null,
  }
}

const policies: Record<string, string> = {
  none: 'The domain has a policy: mail that fails SPF and DKIM is still delivered.',
  quarantine: 'The domain has a policy: mail that fails both SPF and DKIM goes to spam.',
  reject: 'The domain has a policy: mail that fails both SPF and DKIM is rejected.',
}
