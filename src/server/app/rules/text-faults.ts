import type { TextFault } from '../../../contract/app/rules.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ProgramLinks } from '../../shop/earnings/programs/program-links.ts'
import { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { findTypedPrices } from './typed-prices.ts'

/** The rules that a stored text would break if it were public, each as a sentence. */
export async function findTextFaults(db: Db, html: string): Promise<TextFault[]> {
  const programs = await readProgramLinks(db)
  return describePrices(html, programs)
}

/** The name of the shop of a link whose program forbids typed prices; undefined for other links. */
export function shopWithoutPrices({ forbidsPrices, shopOf }: ProgramLinks) {
  return (url: string) => (forbidsPrices(url) ? shopOf(url) || 'the shop' : undefined)
}

function describePrices(html: string, programs: ProgramLinks): TextFault[] {
  const found = findTypedPrices(html, shopWithoutPrices(programs))
  const shops = [...new Set(found.map(({ shop }) => shop))]
  return shops.map((shop) => {
    const prices = [...new Set(found.filter((price) => price.shop === shop).map(({ price }) => price))]
    const [named, more] = [prices.slice(0, 3), prices.length - 3]
    const list = `${named.map((price) => `“${price}”`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    const verb = prices.length === 1 ? 'stands' : 'stand'
    return {
      text: `${list} ${verb} next to a link to ${shop}, whose program allows no typed prices. Please leave ${prices.length === 1 ? 'it' : 'them'} out.`,
      fix: null,
    }
  })
}
