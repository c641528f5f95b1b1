import { settingFields } from './setting-fields.ts'
import type { Settings } from './site.ts'

/** Facts without which a policy cannot say who is responsible and where the data is. */
const needed = ['ownerName', 'postalAddress', 'serverCountry', 'children', 'readers'] as const

/** The labels of the facts that keep the default text of the privacy policy; none once it states the owner's. */
export function missingFacts(settings: Pick<Settings, (typeof needed)[number]>): string[] {
  return needed.filter((key) => settings[key] === '').map((key) => settingFields[key].label)
}

/** Whether the site has an imprint: chosen, or expected where its readers are. */
export function hasImprint({
  ownerName,
  postalAddress,
  readers,
  imprint,
}: Pick<Settings, 'ownerName' | 'postalAddress' | 'readers' | 'imprint'>): boolean {
  const isWanted = imprint === 'yes' || (imprint === '' && readers === 'de')
  return isWanted && ownerName !== '' && postalAddress !== ''
}
