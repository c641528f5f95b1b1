import * as z from 'zod/mini'
import { webAddress } from '../platform/text-fields.ts'
import { TAG_MISSING } from './missing-tag.ts'

/** Characters of an affiliate link. */
export const LINK_MAX = 2000
/** Days on which a link must fail before it counts as broken. */
export const FAILED_DAYS = 3
/** Days on which a page must say that its product is out of stock before that takes effect. */
export const SOLD_OUT_DAYS = 2
/** Days of the clicks next to a link. */
export const LINK_CLICK_DAYS = 30
/** Days of the earnings next to a link. */
export const LINK_EARNED_DAYS = 365

/** The result of one check, and the state of a link once it is settled; `new` was not checked yet. */
export const linkOutcomes = ['ok', 'redirects', 'unchecked', 'tag-lost', 'out-of-stock', 'gone', 'broken'] as const
export const LinkOutcome = z.enum(linkOutcomes)
export type LinkOutcome = z.infer<typeof LinkOutcome>
export const LinkState = z.enum(['new', ...linkOutcomes])
export type LinkState = z.infer<typeof LinkState>

/** States that the owner should know of. */
export const alertStates = ['broken', 'gone', 'tag-lost', 'out-of-stock'] as const satisfies LinkOutcome[]

/** States in which readers cannot buy, so that a product shows its fallback. */
export const failingStates = ['broken', 'gone', 'out-of-stock'] as const satisfies LinkOutcome[]

export function isFailing(state: LinkState): boolean {
  return (failingStates as readonly LinkState[]).includes(state)
}

export const linkStates: Record<LinkState, string> = {
  new: 'Not checked yet',
  ok: 'OK',
  redirects: 'Redirects',
  unchecked: 'Could not be checked',
  'tag-lost': 'Tracking tag lost',
  'out-of-stock': 'Out of stock',
  gone: 'Page gone',
  broken: 'Broken',
}

/** Why a check ended as it did, as a sentence. */
export const linkReasons = {
  none: '',
  status: 'The shop sent an error.',
  'not-for-robots': 'The shop does not let bots look at the page.',
  'sign-in': 'The page asks for a sign-in.',
  captcha: 'The shop asks for a captcha.',
  timeout: 'The shop took too long.',
  address: 'It is not an address that a browser could open.',
  credentials: 'The address contains a user name.',
  port: 'The address names an unusual port, which is never called.',
  'private-address': 'It leads to a private address, which is never called.',
  dns: 'There is no such domain.',
  connection: 'The server does not take connections.',
  offline: 'The internet could not be reached.',
  tls: 'The certificate of the shop is out of date or belongs to another site.',
  response: 'The connection ended before a whole response.',
  'redirect-loop': 'The redirects lead back to where they started.',
  cookies: 'The redirects need cookies, which a check does not keep.',
  'too-many-redirects': 'There are more than ten redirects.',
  'bad-redirect': 'A redirect names no address that could be followed.',
  'not-found': 'The page says that it was not found.',
  'home-page': 'The link ends at the home page of the shop.',
  'out-of-stock': 'The page says that the product is out of stock.',
  tag: 'The parameter that credits you is missing at the end of the redirects.',
  'no-tag': TAG_MISSING,
  'other-tag': 'The tracking ID of this link is not among those of your program.',
  'own-click': 'Not checked: opening this link would count as a click of yours.',
  'closed-network': 'ShareASale closed in October 2025; its programs moved to Awin.',
} as const
export const LinkReason = z.enum(Object.keys(linkReasons) as [keyof typeof linkReasons])
export type LinkReason = z.infer<typeof LinkReason>

/** Findings about the text of a link, which need no response of a shop and so are certain at once. */
export function isReadFromText(reason: LinkReason): boolean {
  return reason === 'own-click' || reason === 'closed-network'
}

/** Part of a product or a post in which a link stands. */
export const LinkUse = z.object({
  kind: z.enum(['product', 'post']),
  id: z.number(),
  title: z.string(),
  /** `link`, `other-shop` and `fallback` of a product, `text` of a post or page. */
  place: z.enum(['link', 'other-shop', 'fallback', 'text']),
  /** A row that readers cannot see: an inactive product, a draft. */
  isHidden: z.boolean(),
  /** The fallback of the product that readers get instead of this link; absent where they get the link. */
  fallback: z.optional(z.string()),
})
export type LinkUse = z.infer<typeof LinkUse>

export const LinkSummary = z.object({
  id: z.number(),
  url: z.string(),
  host: z.string(),
  state: LinkState,
  reason: LinkReason,
  /** The status of the last response; null without one. */
  status: z.nullable(z.number()),
  finalUrl: z.nullable(z.string()),
  checkedAt: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
  acknowledgedAt: z.nullable(z.string()),
  /** The owner wants it to be checked now. */
  isRequested: z.boolean(),
  /** Different days on which it failed without a success in between. */
  failedDays: z.number(),
  /** Products, posts and pages that use it, and the first of them. */
  uses: z.number(),
  usedIn: z.array(
    z.object({ kind: z.enum(['product', 'post', 'page', 'newsletter']), id: z.number(), title: z.string() }),
  ),
  /** Clicks of people on the products that have this link, within the last 30 days. */
  clicks: z.number(),
  /** Commission of the last year, in minor units, of the products that have this link, in the currency with the most sales. */
  earned: z.object({ amount: z.number(), currency: z.string() }),
  /** Products that show their fallback instead of this link. */
  fallbacks: z.number(),
})
export type LinkSummary = z.infer<typeof LinkSummary>

export const LinkHop = z.object({ url: z.string(), status: z.number() })
export type LinkHop = z.infer<typeof LinkHop>

export const LinkCheck = z.object({
  id: z.number(),
  at: z.string(),
  outcome: LinkOutcome,
  reason: LinkReason,
  status: z.nullable(z.number()),
  /** False for a night in which hardly any shop responded. */
  isCounted: z.boolean(),
})
export type LinkCheck = z.infer<typeof LinkCheck>

export const LinkDetails = z.extend(LinkSummary, {
  places: z.array(LinkUse),
  /** Posts and routines that show a product with this link. */
  shownIn: z.array(z.object({ kind: z.enum(['post', 'routine']), id: z.number(), title: z.string() })),
  chain: z.array(LinkHop),
  checks: z.array(LinkCheck),
})
export type LinkDetails = z.infer<typeof LinkDetails>

export const newLinkUrl = () =>
  webAddress({
    max: LINK_MAX,
    message: 'Please enter a link that begins with http:// or https://',
    takesBareHost: true,
  })

/** A place of a replacement, with how often the link stands there. */
export const LinkPlace = z.extend(LinkUse, { count: z.number(), version: z.number() })
export type LinkPlace = z.infer<typeof LinkPlace>

/** Places of one replacement. */
export const PLACES_MAX = 100

export const LinkReplacementInput = z.object({
  url: newLinkUrl(),
  /** The places that the preview showed, with the versions that it was made of. */
  places: z
    .array(
      z.object({
        kind: z.enum(['product', 'post']),
        id: z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)),
        version: z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)),
      }),
    )
    .check(
      z.minLength(1, 'Please choose a place'),
      z.maxLength(PLACES_MAX, `Please choose at most ${PLACES_MAX} places`),
    ),
})
export type LinkReplacementInput = z.infer<typeof LinkReplacementInput>

export const LinkReplacement = z.object({
  id: z.number(),
  from: z.string(),
  to: z.string(),
  /** The names of the changed products and posts. */
  changed: z.array(z.string()),
  /** Those that were edited meanwhile, so that an undo leaves them as they are. */
  skipped: z.array(z.string()),
})
export type LinkReplacement = z.infer<typeof LinkReplacement>
