import { BlockList, isIP } from 'node:net'
import type { DomainFinding } from '../../../contract/audience/mail-settings.ts'
import type { Dns } from './dns.ts'

type Verdict = 'allowed' | 'probably' | 'unclear' | 'everybody'

/** Questions to the DNS that a record may cause (RFC 7208, 4.6.4). */
const LOOKUPS_MAX = 10

/**
 * Checks a mail server against the SPF record of a domain (RFC 7208). A provider often sends from other addresses than the
 * host that takes the mail, so a record that does not name it proves no fault.
 */
export async function checkSpf(dns: Dns, domain: string, host: string): Promise<DomainFinding> {
  const found = (state: DomainFinding['state'], text: string, record: string | null = null): DomainFinding => ({
    name: 'SPF',
    state,
    text,
    record,
  })
  const records = (await dns.txt(domain)).filter(isSpf)
  const [record] = records
  if (record === undefined)
    return found(
      'bad',
      `${domain} has no SPF record: add a TXT record that your mail provider names, beginning with v=spf1.`,
    )
  if (records.length > 1)
    return found('bad', `${domain} has ${records.length} SPF records, so receivers ignore them all: keep one.`, record)
  const verdict = await judge(dns, { domain, host, record })
  if (verdict === 'everybody')
    return found(
      'warning',
      `The record allows every server of the world to send as ${domain}: end it with ~all.`,
      record,
    )
  if (verdict === 'allowed') return found('good', `The record allows ${host}.`, record)
  if (verdict === 'probably') return found('good', `The record includes the provider of ${host}.`, record)
  return found(
    'unknown',
    `The record does not name ${host}. Providers often send from other addresses, which cannot be seen from here: compare it with what your provider asks for.`,
    record,
  )
}

const isSpf = (text: string) => /^v=spf1(?:\s|$)/i.test(text)

type Question = { domain: string; host: string; record: string }

async function judge(dns: Dns, { domain, host, record }: Question): Promise<Verdict> {
  const addresses = isIP(host) ? [host] : await dns.addresses(host)
  let lookups = 0
  const isCounted = () => ++lookups <= LOOKUPS_MAX

  async function walk(name: string, text: string): Promise<Verdict> {
    let verdict: Verdict = 'unclear'
    for (const term of text.trim().split(/\s+/).slice(1)) {
      const outcome = await readTerm(name, term)
      if (outcome === 'allowed' || outcome === 'everybody') return outcome
      if (outcome === 'probably') verdict = outcome
    }
    return verdict
  }

  async function readTerm(name: string, term: string): Promise<Verdict> {
    const [, sign = '', mechanism = '', value = ''] = /^([+?~-]?)([a-z\d]+)(?:[:=](.*))?$/i.exec(term) ?? []
    if (sign !== '' && sign !== '+') return 'unclear'
    const kind = mechanism.toLowerCase()
    if (kind === 'all') return 'everybody'
    if (kind === 'ip4' || kind === 'ip6') return contains([value], addresses) ? 'allowed' : 'unclear'
    const [target = ''] = (value || name).split('/')
    // Macros depend on the mail.
    if (target.includes('%') || !isCounted()) return 'unclear'
    if (kind === 'a') return contains(await dns.addresses(target), addresses) ? 'allowed' : 'unclear'
    if (kind === 'mx') return (await isMailExchanger(target)) ? 'allowed' : 'unclear'
    if (kind !== 'include' && kind !== 'redirect') return 'unclear'
    const inner = (await dns.txt(target)).find(isSpf)
    const verdict = inner === undefined ? 'unclear' : await walk(target, inner)
    return verdict === 'unclear' && organisationOf(target) === organisationOf(host) ? 'probably' : verdict
  }

  async function isMailExchanger(target: string): Promise<boolean> {
    const exchangers = (await dns.mailExchangers(target)).slice(0, LOOKUPS_MAX)
    if (exchangers.some((name) => name.toLowerCase() === host.toLowerCase())) return true
    const theirs = await Promise.all(exchangers.map((name) => dns.addresses(name)))
    return contains(theirs.flat(), addresses)
  }

  return walk(domain, record)
}

/** Whether one of the addresses is in one of the ranges, such as `192.0.2.0/24`. */
function contains(ranges: string[], addresses: string[]): boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const longest = family === 'ipv6' ? 128 : 32
    const prefix = Number(bits ?? longest)
    if (isIP(address) && Number.isInteger(prefix) && prefix >= 0 && prefix <= longest)
      list.addSubnet(address, prefix, family)
  }
  return addresses.some((address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
}

/** The last two labels of a name, which is close enough for the names of mail providers. */
const organisationOf = (name: string) => name.toLowerCase().split('.').slice(-2).join('.')
