import { AMAZON_DISCLOSURE, type NetworkName } from './networks.ts'

/** The rules of a program: a table by network, and what the owner has stated about one program. */

type NetworkRules = {
  /** Whether a typed price is shown only where the owner has stated why the program allows it. */
  needsPriceReason: boolean
  /** Hours after its check for which a price is shown; null for no limit. */
  hidePriceHours: number | null
  /** Whether pictures on the program's own hosts may not be shown. */
  refusesPictures: boolean
  mail: 'forbidden' | 'not asked'
  /** Where a link in a feed leads. */
  feed: 'page' | 'link'
  /** Stands in place of the shop's own name, and on its buttons; empty where they say 'Shop Now'. */
  shop: string
  /** The sentence that pages with its links must show; empty for none. */
  disclosure: string
  linkCheck: 'destination without tag' | 'unwrapped destination' | 'as it is' | 'not checked'
  /** The day on which these rules were read. */
  readOn: string
  /** Where they stand; empty where each advertiser states them in the owner's account. */
  source: string
}

const READ_ON = '2026-11-27'

const dated: NetworkRules = {
  needsPriceReason: false,
  hidePriceHours: 720,
  refusesPictures: false,
  mail: 'not asked',
  feed: 'link',
  shop: '',
  disclosure: '',
  linkCheck: 'unwrapped destination',
  readOn: READ_ON,
  source: '',
}

export const networkRules: Record<NetworkName, NetworkRules> = {
  amazon: {
    needsPriceReason: true,
    hidePriceHours: 24,
    refusesPictures: true,
    mail: 'forbidden',
    feed: 'page',
    shop: 'Amazon',
    disclosure: AMAZON_DISCLOSURE,
    linkCheck: 'destination without tag',
    readOn: READ_ON,
    source: 'https://affiliate-program.amazon.com/help/operating/policies',
  },
  awin: dated,
  cj: dated,
  impact: dated,
  rakuten: dated,
  shareasale: { ...dated, linkCheck: 'not checked' },
  skimlinks: dated,
  sovrn: dated,
  generic: { ...dated, hidePriceHours: null, linkCheck: 'as it is' },
}

/** The owner's statements about a program; empty fields follow its network. */
export type StatedRules = {
  priceReason: string
  hidePriceHours: number | null
  disclosure: string
  rulesReadOn: string
}

export type ProgramRules = Omit<NetworkRules, 'needsPriceReason' | 'mail'> & {
  showsPrices: boolean
  /** Whether a price without a day counts from the last change of its product. */
  takesUndatedPrices: boolean
}

/** The rules that hold for links of a program; without one, those of its network. */
export function rulesOf(network: NetworkName, program?: StatedRules): ProgramRules {
  const { needsPriceReason, mail: _mail, ...rules } = networkRules[network]
  return {
    ...rules,
    showsPrices: !needsPriceReason || (program !== undefined && program.priceReason !== ''),
    hidePriceHours: program?.hidePriceHours ?? rules.hidePriceHours,
    takesUndatedPrices: !needsPriceReason && (program?.hidePriceHours ?? null) === null,
    disclosure: program?.disclosure || rules.disclosure,
    readOn: program?.rulesReadOn || rules.readOn,
  }
}

/** Whether the rules of a program were read more than 12 months before a day. */
export function areRulesOutdated({ readOn }: Pick<ProgramRules, 'readOn'>, today: string): boolean {
  const [year, ...rest] = today.split('-')
  return readOn < [Number(year) - 1, ...rest].join('-')
}

/** Whether prices of a program disappear as time passes. */
export function limitsPrices({ showsPrices, hidePriceHours }: ProgramRules): boolean {
  return showsPrices && hidePriceHours !== null
}
