import { settingsSections } from '../../../contract/accounts/setting-fields.ts'
import { listUnchangedSettings } from '../demo/plan-removal.ts'
import { factsFix, kept, type RuleSet } from './rule.ts'

const facts = settingsSections.facts.fields
type Fact = keyof typeof facts
const factKeys = Object.keys(facts) as Fact[]

/** Facts that may stay empty: the email of the contact page stands in, and the readers decide. */
const optional: readonly Fact[] = ['privacyEmail', 'imprint']

const isFact = (key: string): key is Fact => Object.hasOwn(facts, key)
const labelsOf = (keys: readonly Fact[]) => keys.map((key) => facts[key].label).join(', ')

export const pageRules: RuleSet = {
  facts: {
    title: 'The privacy policy states who you are and where data goes',
    why: 'The GDPR (article 13) and the privacy laws of US states want the owner, the companies that process data and the authority named.',
    check({ settings }) {
      const missing = factKeys.filter((key) => settings[key] === '' && !optional.includes(key))
      if (missing.length === 0) return kept('All facts that only you know are filled in.')
      return { state: 'needs-you', detail: `Still missing: ${labelsOf(missing)}.`, fix: factsFix }
    },
  },
  'demo-facts': {
    title: 'No fact about you is one of the demo',
    why: 'The name and the address of the demo are invented; in your mails and on your pages they would be false.',
    async check({ db }) {
      const invented = (await listUnchangedSettings(db)).filter(isFact)
      if (invented.length === 0) return kept('None of the facts is one of the demo.')
      return { state: 'needs-you', detail: `Still as in the demo: ${labelsOf(invented)}.`, fix: factsFix }
    },
  },
}
