import type { SettingKey } from '../../../contract/accounts/setting-fields.ts'
import { settingFields } from '../../../contract/accounts/setting-fields.ts'
import { needsMailAnswer } from '../../../contract/shop/mail-rules.ts'
import { areRulesOutdated, rulesOf } from '../../../contract/shop/program-rules.ts'
import { listPrograms } from '../../shop/earnings/programs/programs.repo.ts'
import { listRequiredSentences } from '../../shop/earnings/programs/required-sentences.repo.ts'
import { pictureRules } from './picture-rules.ts'
import { priceRules } from './price-rules.ts'
import { counted, kept, type RuleSet } from './rule.ts'
import { findLinksByReason } from './rules.repo.ts'

/** The accounts on social networks, whose addresses contain their handle. */
const profiles = ['pinterest', 'instagram', 'x', 'facebook', 'youtube', 'tiktok'] as const satisfies SettingKey[]

const hasAmazon = (address: string) => /amazon|amzn/i.test(address)

export const programRules: RuleSet = {
  ...priceRules,
  ...pictureRules,
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
  sentence: {
    title: 'The sentence that a program requires stands on every page',
    why: 'Amazon’s Operating Agreement (section 5) wants its sentence, word for word, wherever its links are.',
    async check({ db, now }) {
      const sentences = await listRequiredSentences(db, now)
      if (sentences.length === 0) return kept('No link belongs to a program that requires one.')
      return kept(`Pages, mails and feeds state ${sentences.map((sentence) => `“${sentence}”`).join(' and ')}`)
    },
  },
  'feed-links': {
    title: 'Feeds lead to your pages where a program wants its links there alone',
    why: 'Amazon allows its links only on sites that you have registered, and a feed is read in other programs.',
    check: () => kept('In a feed, links to Amazon lead to the page of the item.'),
  },
  'mail-links': {
    title: 'Mails carry only links that their program allows there',
    why: 'Amazon forbids links in mails, and each advertiser at Awin, CJ, Impact and Rakuten decides for itself.',
    async check({ db }) {
      const open = (await listPrograms(db)).filter(
        ({ network, mailAnswer, productLinks, postLinks }) =>
          productLinks + postLinks > 0 && needsMailAnswer(network, mailAnswer),
      )
      if (open.length === 0) return kept('Where a program forbids it, the link leads to a page of yours instead.')
      return {
        state: 'needs-you',
        detail: `Ask ${counted(open.length, 'program', 'programs')} about links in mails, and enter what they say. Until then their links stay.`,
        places: open.map(({ name }) => ({ label: name, href: '/admin/programs' })),
        fix: { label: 'See the programs', href: '/admin/programs' },
      }
    },
  },
  'rules-read': {
    title: 'The rules of your programs were read within a year',
    why: 'Programs change their terms; Amazon’s changed in April 2026. What this site applies is what was read on the day named.',
    async check({ db, now }) {
      const programs = (await listPrograms(db)).filter((program) =>
        areRulesOutdated(rulesOf(program.network, program), now.slice(0, 10)),
      )
      if (programs.length === 0) return kept('No program has rules that were read longer ago.')
      return {
        state: 'needs-you',
        detail: `Please read the rules of ${counted(programs.length, 'program', 'programs')} again, and say so in the program.`,
        places: programs.map(({ name }) => ({ label: name, href: '/admin/programs' })),
        fix: { label: 'See the programs', href: '/admin/programs' },
      }
    },
  },
  'own-clicks': {
    title: 'The nightly check follows none of your own tracking links',
    why: 'Amazon’s and the networks’ terms forbid clicks that no reader made, by people or by programs.',
    check: () =>
      kept('It opens the page of the shop without your tag. Links that hide where they lead are not opened at all.'),
  },
  'missing-tag': {
    title: 'Links of your programs carry your tag',
    why: 'A link without the tag of its marketplace or network earns nothing; programs credit only what the link names.',
    async check({ db }) {
      const { places, total } = await findLinksByReason(db, ['tag', 'no-tag', 'other-tag'])
      if (total === 0) return kept('The last check of each link found a tag of yours wherever its program needs one.')
      const links = counted(total, 'link carries', 'links carry')
      return { state: 'needs-you', detail: `${links} no tag of yours.`, places, total, fix: linksFix }
    },
  },
  'closed-network': {
    title: 'No link belongs to a network that has closed',
    why: 'ShareASale closed in October 2025 and its programs moved to Awin; its links lead nowhere and earn nothing.',
    async check({ db }) {
      const { places, total } = await findLinksByReason(db, ['closed-network'])
      if (total === 0) return kept('The last check found no link of ShareASale.')
      const links = counted(total, 'link leads', 'links lead')
      return { state: 'needs-you', detail: `${links} to ShareASale.`, places, total, fix: linksFix }
    },
  },
}

const linksFix = { label: 'See the links', href: '/admin/links?state=attention' }
