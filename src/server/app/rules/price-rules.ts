import { networkRules } from '../../../contract/shop/program-rules.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { listPrograms, readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { counted, kept, type RuleContext, type RuleSet } from './rule.ts'
import { listPricedLinks, listTextsWith } from './rules.repo.ts'
import { shopWithoutPrices } from './text-faults.ts'
import { findTypedPrices } from './typed-prices.ts'

const why = 'Amazon’s Program Policies allow only prices of its own interface, and only for a day.'

/** Texts of one check, so that opening the dashboard stays cheap. */
const TEXTS_MAX = 200

/** Amazon's hosts as they stand in links, short ones included. */
const amazonHosts = ['amazon.', 'amzn.', '/a.co/']

export const priceRules: RuleSet = {
  prices: {
    title: 'No price is shown that its program forbids',
    why,
    async check({ db }) {
      const programs = await readProgramLinks(db)
      const hidden = (await listPricedLinks(db)).filter(programs.forbidsPrices).length
      if (hidden === 0) return kept('No product with a typed price belongs to such a program.')
      const have = counted(hidden, 'product has', 'products have')
      return kept(`${have} a typed price that is shown nowhere; “See price at Amazon” stands in its place.`)
    },
  },
  'text-prices': {
    title: 'No text states a price next to a link whose program forbids it',
    why,
    async check(context) {
      const places = await listTextsWithPrices(context)
      if (places.length === 0)
        return kept(`None of the ${TEXTS_MAX} texts with such links that were changed last states one.`)
      return { state: 'broken', detail: `${counted(places.length, 'text states', 'texts state')} one.`, places }
    },
  },
}

async function listTextsWithPrices({ db }: RuleContext) {
  const shopOf = shopWithoutPrices(await readProgramLinks(db))
  const forbidding = (await listPrograms(db)).filter(({ network }) => networkRules[network].needsPriceReason)
  const hosts = [...amazonHosts, ...forbidding.flatMap((program) => program.hosts)]
  const places = []
  for (const { id, title, kind, content } of await listTextsWith(db, hosts, TEXTS_MAX)) {
    const [first] = findTypedPrices(content, shopOf)
    if (first) places.push({ label: `${title}: ${first.price}`, href: `/admin/${kind}s/${id}` })
    await yieldToEventLoop()
  }
  return places
}
