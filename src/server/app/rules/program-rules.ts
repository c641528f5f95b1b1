import type { SettingKey } from '../../../contract/accounts/setting-fields.ts'
import { settingFields } from '../../../contract/accounts/setting-fields.ts'
import { kept, type RuleSet } from './rule.ts'

/** The accounts on social networks, whose addresses contain their handle. */
const profiles = ['pinterest', 'instagram', 'x', 'facebook', 'youtube', 'tiktok'] as const satisfies SettingKey[]

const hasAmazon = (address: string) => /amazon|amzn/i.test(address)

export const programRules: RuleSet = {
  'amazon-name': {
    title: 'No address of yours contains “amazon”',
    why: 'Amazon’s Trademark Guidelines and Operating Agreement forbid its name in domains, subdomains and account names.',
    check({ origin, settings }) {
      const accounts = profiles.filter((key) => hasAmazon(settings[key]))
      const isInDomain = hasAmazon(new URL(origin).hostname)
      if (!isInDomain && accounts.length === 0) return kept('Neither the domain nor an account name contains it.')
      const named = accounts.map((key) => `your account at ${settingFields[key].label}`)
      const where = [...(isInDomain ? ['the domain of the site'] : []), ...named].join(' and ')
      return {
        state: 'broken',
        detail: `It is in ${where}. Amazon can close an account for that.`,
        places: accounts.map((key) => ({ label: settingFields[key].label, href: '/admin/settings/contact' })),
      }
    },
  },
}
