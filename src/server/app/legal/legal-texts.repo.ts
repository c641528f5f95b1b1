import type { LegalPageSlug, LegalText } from '../../../contract/app/legal-texts.ts'
import { findPaidContent } from '../../content/paid-content/paid-content.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { affiliateDisclosure, disclosureDescription } from './affiliate-disclosure.ts'
import { type LegalSection, sectionId, sectionsHtml } from './legal-html.ts'
import { privacyPolicy } from './privacy-policy.ts'

type LegalPage = Pick<LegalText, 'title' | 'description' | 'lastUpdated'> & { sections: LegalSection[] }

/** The texts of the specification. */
const defaults: Record<LegalPageSlug, (db: Db) => Promise<LegalPage>> = {
  'privacy-policy': async () => ({
    title: 'Privacy Policy',
    description: 'What happens to information about you when you read this site, use its forms or follow its links.',
    lastUpdated: 'June 14, 2024',
    sections: privacyPolicy(),
  }),
  'affiliate-disclosure': async (db) => {
    const content = await findPaidContent(db)
    return {
      title: 'Affiliate Disclosure',
      description: disclosureDescription(content),
      lastUpdated: null,
      sections: affiliateDisclosure(content),
    }
  },
}

export async function readLegalText(db: Db, slug: LegalPageSlug): Promise<LegalText> {
  const { title, description, lastUpdated, sections } = await defaults[slug](db)
  return {
    title,
    description,
    lastUpdated,
    sections: sections.map((section) => ({ id: sectionId(section), title: section.title })),
    content: sectionsHtml(sections),
  }
}
