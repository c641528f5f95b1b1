import { isLikelyAffiliate } from '../../../../contract/shop/affiliate-patterns.ts'
import type { CodeSlot } from '../../../../contract/shop/link-places.ts'
import { AMAZON_DISCLOSURE, type NetworkName, networks } from '../../../../contract/shop/networks.ts'
import { type RecognisedLink, recogniseLink } from '../../../../contract/shop/recognise-link.ts'
import { codeSlotOf, type LinkRule, subIdParameterOf, withPlacement } from '../../../../contract/shop/with-placement.ts'

/** The rules of a program for rendering. */
export type ProgramRule = LinkRule & {
  network: NetworkName
  key: string
  name: string
  hosts: string[]
  hidePriceHours: number | null
  replacesMailLinks: boolean
  /** The sentence that stands where its links are; empty for none. */
  disclosure: string
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
  /** Whether a price of a day (`YYYY-MM-DD`, '' for unknown) is too old to be shown. */
  hidesPrice(url: string, checkedOn: string): boolean
  /** The rule of an affiliate link's program about links in mails; undefined where none is known. */
  mailRuleOf(url: string): MailRule | undefined
  /** The sentences of all programs. */
  disclosures: string[]
}

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
    const recognised = recogniseLink(url)
    const program = find(recognised)
    // The owner may say that a host belongs to a network.
    const link =
      recognised?.network === 'generic' && program
        ? { ...recognised, network: program.network, subIdParameter: networks[program.network].subIdParameter }
        : recognised
    return { link, program }
  }
  const parameterOf = (url: string) => {
    const { link, program } = read(url)
    return subIdParameterOf(url, program, link)
  }
  return {
    disclosures: programs.flatMap(({ disclosure }) => disclosure || []),
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
    hidesPrice(url, checkedOn) {
      const hours = read(url).program?.hidePriceHours
      if (hours === null || hours === undefined) return false
      // A day counts from its start, so that no price is shown longer than the rule allows.
      return checkedOn === '' || now.getTime() - Date.parse(`${checkedOn}T00:00:00.000Z`) > hours * 3_600_000
    },
    mailRuleOf(url) {
      const { link, program } = read(url)
      // Programs are recognised at night, and Amazon forbids links in mails before that too.
      if (link?.network === 'amazon' && !program)
        return { name: networks.amazon.label, replacesMailLinks: true, disclosure: AMAZON_DISCLOSURE }
      return program
    },
  }
}

/** That of the post, or else of its category. */
function trackingIdOf({ trackingIds }: ProgramRule, { postId, categoryId }: LinkPlace): string | undefined {
  return trackingIds.get(`post ${postId}`) ?? trackingIds.get(`category ${categoryId}`)
}

const isShort = ({ network, subIdParameter }: RecognisedLink) => network !== 'generic' && subIdParameter === null
const withoutWww = (host: string) => host.replace(/^www\./, '')
