import { findPaidContent } from '../../content/paid-content/paid-content.repo.ts'
import { listEditedPages } from '../../content/posts/pages.repo.ts'
import { countThinPages } from '../../shop/products/product-addresses.repo.ts'
import { counted, kept, type RuleSet } from './rule.ts'
import { findUnlabelledPosts } from './rules.repo.ts'

export const labelRules: RuleSet = {
  'disclosure-first': {
    title: 'The disclosure stands before the first affiliate link',
    why: 'The FTC (16 CFR 255) and the ASA want it where a reader cannot miss it, in the same medium as the link.',
    check: () =>
      kept('Articles, products, lists, feeds and mails open with it before the first such link, by themselves.'),
  },
  'product-labels': {
    title: 'Gifts and sponsored products are labelled wherever they are shown',
    why: 'The FTC (16 CFR 255), the ASA and § 5a(4) of the German UWG want a gift or a payment named with the recommendation.',
    async check({ db }) {
      const { hasGifts, isPaid } = await findPaidContent(db)
      if (!hasGifts && !isPaid)
        return kept('Nothing is marked as a gift or as sponsored. Mark each product that was one, in its facts.')
      return kept('A label stands at the name of each product that you marked, on pages, in mails and in feeds.')
    },
  },
  'post-labels': {
    title: 'Articles with gifts or sponsored products say so before them',
    why: 'The FTC (16 CFR 255), the ASA and § 5a(4) of the German UWG want it said before the recommendation, not after it.',
    async check({ db }) {
      const { places, total } = await findUnlabelledPosts(db)
      if (total === 0) return kept('Every article with such a product has a label of its own, or there is none.')
      const open = counted(total, 'article without a label opens', 'articles without a label open')
      return {
        ...kept(`${open} with a sentence about them by itself. A label of your own says it on cards too.`),
        places,
        total,
      }
    },
  },
  'disclosure-page': {
    title: 'The affiliate disclosure denies no gift and no payment',
    why: 'The FTC (16 CFR 465) forbids a site to call itself independent where brands have paid or given products.',
    async check({ db, now }) {
      const { hasGifts, isPaid } = await findPaidContent(db)
      const isOwn = (await listEditedPages(db, now)).includes('affiliate-disclosure')
      if (!isOwn) return kept('Its sentences about gifts and payments follow from what you have marked.')
      if (!hasGifts && !isPaid) return kept('You wrote it yourself, and nothing is marked as a gift or as sponsored.')
      return {
        state: 'unknown',
        detail:
          'You wrote it yourself, so please see that it does not deny the gifts or payments that you have marked.',
        fix: { label: 'See your pages', href: '/admin/pages' },
      }
    },
  },
  rel: {
    title: 'Affiliate links say so to search engines',
    why: 'Google’s spam policies want rel="sponsored" or "nofollow" on links that are paid for.',
    check: () => kept('Links of your programs and to the shops of your products carry it, in old texts too.'),
  },
  'thin-products': {
    title: 'Pages of products without your own words stay out of search engines',
    why: 'Google’s spam policies name pages of affiliates that add nothing to what the shops say.',
    async check({ db }) {
      const { pages, thin } = await countThinPages(db)
      if (thin === 0) return kept('Each page of a product has words of yours.')
      return kept(
        `${thin} of ${pages} pages of products are left out, until they have a verdict, a pro or a con of yours.`,
      )
    },
  },
}
