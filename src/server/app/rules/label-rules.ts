import { kept, type RuleSet } from './rule.ts'

export const labelRules: RuleSet = {
  'disclosure-first': {
    title: 'The disclosure stands before the first affiliate link',
    why: 'The FTC (16 CFR 255) and the ASA want it where a reader cannot miss it, in the same medium as the link.',
    check: () =>
      kept('Articles, products, lists, feeds and mails open with it before the first such link, by themselves.'),
  },
  rel: {
    title: 'Affiliate links say so to search engines',
    why: 'Google’s spam policies want rel="sponsored" or "nofollow" on links that are paid for.',
    check: () => kept('Links of your programs and to the shops of your products carry it, in old texts too.'),
  },
}
