import { hasImprint } from '../../../contract/accounts/legal-facts.ts'
import { settingsSections } from '../../../contract/accounts/setting-fields.ts'
import { listEditedPages } from '../../content/posts/pages.repo.ts'
import { listUnchangedSettings } from '../demo/plan-removal.ts'
import { readPolicyState } from '../legal/policy-state.repo.ts'
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
    async check({ db, settings, now }) {
      if ((await readPolicyState(db, now)).isOwn)
        return {
          state: 'unknown',
          detail: 'You wrote the policy yourself, so please change it when a company or a fact that it names changes.',
        }
      const missing = factKeys.filter((key) => settings[key] === '' && !optional.includes(key))
      if (missing.length === 0) return kept('All facts that only you know are filled in.')
      return { state: 'needs-you', detail: `Still missing: ${labelsOf(missing)}.`, fix: factsFix }
    },
  },
  imprint: {
    title: 'Readers in Germany, Austria and Switzerland find an imprint',
    why: 'German law (§ 5 DDG) and its like in Austria and Switzerland want name, address and email two clicks away at most.',
    async check({ db, settings, now }) {
      if (settings.readers !== 'de') return kept('You have not said that your readers are mainly there.')
      const isOwn = (await listEditedPages(db, now)).includes('imprint')
      if (hasImprint(settings)) return kept('It is linked in the footer of every page.')
      if (isOwn) return { state: 'unknown', detail: 'You wrote it yourself, so please see that a menu leads to it.' }
      const detail =
        settings.imprint === 'no'
          ? 'You have switched it off in the facts.'
          : 'It is shown once your name and your postal address are filled in.'
      return { state: 'needs-you', detail, fix: factsFix }
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
