import { recogniseLink } from './recognise-link.ts'
import { parametersOf } from './sub-ids.ts'

/** Parameters in which shops and programs keep the publisher or the click. */
const parameters = new Set([
  ...['aff', 'affid', 'aff_id', 'affiliate', 'affiliate_id', 'affiliateid', 'affcode', 'aff_code', 'aff_sub', 'a_aid'],
  ...['ref', 'refid', 'ref_id', 'refcode', 'ref_code', 'referral', 'referral_code', 'rfsn', 'sca_ref', 'avad'],
  ...['clickid', 'click_id', 'irclickid', 'irgwc', 'awc', 'cjevent', 'sscid', 'ransiteid', 'tduid', 'admitad_uid'],
  ...['clickref', 'afftrack', 'subid', 'sub_id', 'subid1', 'partner_id', 'partnerid', 'campid', 'hop', 'via', 'fpr'],
  ...['tap_a', 'tap_s', 'gspk', 'gsxid', 'ps_partner_key', 'wgcampaignid'],
])

/** Parameters that only some values give away. */
const telling: Record<string, RegExp> = {
  tag: /^[a-z0-9-]+-\d{2}$/i,
  utm_medium: /^affiliates?$|^partner$/i,
  utm_source: /affiliate|shareasale|^awin$|^impact$|^rakuten$|^cj$/i,
}

const paths = /\/(?:aff|affiliates?|aff_c|aff_r|ref|refer|referral)\/[^/]|\/aff_[cr](?=$|\?)/i

/** Whether a link to a host that no program is known by probably earns. */
export function isLikelyAffiliate(url: string): boolean {
  const link = recogniseLink(url)
  if (link?.network !== 'generic' || link.earns) return false
  const path = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(url)?.[1] ?? ''
  return (
    paths.test(path) ||
    parametersOf(url).some(
      ([name, value]) => value !== '' && (parameters.has(name) || telling[name]?.test(value) === true),
    )
  )
}

/** The host of a link without `www.`, the subject of the question. */
export function linkHostOf(url: string): string | undefined {
  return recogniseLink(url)?.host.replace(/^www\./, '')
}
