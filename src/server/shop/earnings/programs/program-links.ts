import { isLikelyAffiliate } from '../../../../contract/shop/affiliate-patterns.ts'
import { amazonBehind } from '../../../../contract/shop/link-destination.ts'
import type { CodeSlot } from '../../../../contract/shop/link-places.ts'
import { needsMailAnswer } from '../../../../contract/shop/mail-rules.ts'
import { type NetworkName, networks } from '../../../../contract/shop/networks.ts'
import { networkRules, type ProgramRules, rulesOf, type StatedRules } from '../../../../contract/shop/program-rules.ts'
import type { MailAnswer } from '../../../../contract/shop/programs.ts'
import { type RecognisedLink, recogniseLink } from '../../../../contract/shop/recognise-link.ts'
import { isPlainUrl } from '../../../../contract/shop/sub-ids.ts'
import { codeSlotOf, type LinkRule, subIdParameterOf, withPlacement } from '../../../../contract/shop/with-placement.ts'

/** The rules of a program for rendering. */
export type ProgramRule = LinkRule &
  StatedRules & {
    network: NetworkName
    key: string
    name: string
    hosts: string[]
    replacesMailLinks: boolean
    mailAnswer: MailAnswer
    /** Whether the owner has said what it is. */
    isEdited: boolean
    /** Tracking IDs by `post 7` and `category 3`. */
    trackingIds: ReadonlyMap<string, string>
  }

/** Where a link of a body stands; its tracking ID depends on it. */
type LinkPlace = { postId?: number | undefined; categoryId?: number | null | undefined }

/** The programs of the site, applied to URLs. */
export type ProgramLinks = {
  /** Whether a link earns by itself, whatever product it belongs to. */
  isAffiliate(url: string): boolean
  /** Where a placement code goes into a URL; null where it takes none. */
  slotOf(url: string): CodeSlot | null
  /** The URL as a place shows it. */
  place(url: string, code: string, place?: LinkPlace): string
  /** Whether the price of a link may not be shown. */
  hidesPrice(url: string, age: PriceAge): boolean
  /** Whether prices of a link may not be shown, however new they are. */
  forbidsPrices(url: string): boolean
  /** The name that stands in place of the shop's own; '' for none. */
  shopOf(url: string): string
  /** The sentence that a page with the link must show; '' for none. */
  sentenceOf(url: string): string
  /** Whether links in feeds lead to the page of the site instead. */
  replacesFeedLink(url: string): boolean
  /** The rule of an affiliate link's program about links in mails; undefined where none is known. */
  mailRuleOf(url: string): MailRule | undefined
  /** The name of a program that has not replied whether it allows links in mails; undefined for a link of another. */
  unansweredOf(url: string): string | undefined
  /** The sentences of all programs. */
  disclosures: string[]
}

/** `checkedOn` is a day (`YYYY-MM-DD`, '' for unknown), `updatedAt` the last change of the product. */
type PriceAge = { checkedOn: string; updatedAt: string }

type MailRule = { name: string; replacesMailLinks: boolean; disclosure: string }

/** `unpaidHosts` are hosts without `www.` whose links do not earn, as the owner has said. */
export function createProgramLinks(
  programs: readonly ProgramRule[],
  now: Date,
  unpaidHosts: ReadonlySet<string> = new Set(),
): ProgramLinks {
  const byKey = new Map(programs.map((program) => [`${program.network} ${program.key}`, program]))
  // The owner's choice for a host takes precedence over what was recognised.
  const byHost = new Map(
    programs
      .toSorted((a, b) => Number(a.isEdited) - Number(b.isEdited))
      .flatMap((program) => program.hosts.map((host) => [withoutWww(host), program] as const)),
  )
  const find = (link: RecognisedLink | undefined) => {
    const own = link && byKey.get(`${link.network} ${link.key}`)
    if (link?.network !== 'generic' || own?.isEdited) return own
    return byHost.get(withoutWww(link.host)) ?? own
  }
  const read = (url: string) => {
    // Browsers also follow a URL with blanks or backslashes.
    const recognised = recogniseLink(isPlainUrl(url) || !URL.canParse(url) ? url : new URL(url).href)
    const program = find(recognised)
    // The owner may say that a host belongs to a network.
    const link =
      recognised?.network === 'generic' && program
        ? { ...recognised, network: program.network, subIdParameter: networks[program.network].subIdParameter }
        : recognised
    return { link, program }
  }
  const readRules = (url: string): ProgramRules => {
    const { link, program } = read(url)
    return rulesOf(link?.network ?? 'generic', program)
  }
  /** A link of another network that leads to Amazon shows no price that Amazon's own link would not show. */
  const readPriceRules = (url: string): PriceRules => {
    const rules = readRules(url)
    const destination = amazonBehind(url)
    return destination === undefined ? rules : stricter(rules, rulesOf('amazon', read(destination).program))
  }
  const parameterOf = (url: string) => {
    const { link, program } = read(url)
    return subIdParameterOf(url, program, link)
  }
  return {
    disclosures: programs.flatMap((program) => rulesOf(program.network, program).disclosure || []),
    isAffiliate(url) {
      const { link, program } = read(url)
      if (!link) return false
      if (link.network === 'amazon') return link.trackingId !== null || isShort(link)
      if (link.network !== 'generic' || link.earns || program?.isEdited === true) return true
      // A host that some posts mark as sponsored may also be linked to without earning.
      return isLikelyAffiliate(url) && !unpaidHosts.has(withoutWww(link.host))
    },
    slotOf: (url) => codeSlotOf(url, parameterOf(url)),
    place(url, code, place = {}) {
      const { link, program } = read(url)
      return withPlacement(url, code, program, program && trackingIdOf(program, place), link)
    },
    hidesPrice(url, { checkedOn, updatedAt }) {
      const { showsPrices, hidePriceHours, takesUndatedPrices } = readPriceRules(url)
      if (!showsPrices) return true
      if (hidePriceHours === null) return false
      // A day counts from its start, so that no price is shown longer than the rule allows. One that is still to come in every
      // time zone says nothing.
      const start = checkedOn ? Date.parse(`${checkedOn}T00:00:00.000Z`) : Number.POSITIVE_INFINITY
      const isKnown = start - now.getTime() <= 24 * HOUR
      const since = isKnown ? start : takesUndatedPrices && Date.parse(updatedAt)
      return !since || now.getTime() - since > hidePriceHours * HOUR
    },
    forbidsPrices: (url) => !readPriceRules(url).showsPrices,
    shopOf: (url) => readPriceRules(url).shop,
    sentenceOf: (url) => readRules(url).disclosure,
    replacesFeedLink: (url) => readRules(url).feed === 'page',
    mailRuleOf(url) {
      const { link, program } = read(url)
      const { disclosure } = readRules(url)
      if (program) return { ...program, disclosure }
      // Programs are recognised at night, and Amazon forbids links in mails before that too.
      return link && networkRules[link.network].mail === 'forbidden'
        ? { name: networks[link.network].label, replacesMailLinks: true, disclosure }
        : undefined
    },
    unansweredOf(url) {
      const { link, program } = read(url)
      if (!link || !needsMailAnswer(link.network, program?.mailAnswer ?? '')) return undefined
      return program?.name ?? networks[link.network].label
    },
  }
}

type PriceRules = Pick<ProgramRules, 'showsPrices' | 'hidePriceHours' | 'takesUndatedPrices' | 'shop'>

function stricter(own: PriceRules, ofShop: PriceRules): PriceRules {
  const hours = [own.hidePriceHours, ofShop.hidePriceHours].filter((limit) => limit !== null)
  return {
    showsPrices: own.showsPrices && ofShop.showsPrices,
    hidePriceHours: hours.length > 0 ? Math.min(...hours) : null,
    takesUndatedPrices: own.takesUndatedPrices && ofShop.takesUndatedPrices,
    shop: ofShop.shop,
  }
}

/** That of the post, or else of its category. */
function trackingIdOf({ trackingIds }: ProgramRule, { postId, categoryId }: LinkPlace): string | undefined {
  return trackingIds.get(`post ${postId}`) ?? trackingIds.get(`category ${categoryId}`)
}

const isShort = ({ network, subIdParameter }: RecognisedLink) => network !== 'generic' && subIdParameter === null
/** In milliseconds. */
const HOUR = 3_600_000
const withoutWww = (host: string) => host.replace(/^www\./, '')
