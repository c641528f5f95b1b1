import { hasImprint } from '../../../contract/accounts/legal-facts.ts'
import type { LegalPageSlug, LegalText } from '../../../contract/app/legal-texts.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { findPaidContent } from '../../content/paid-content/paid-content.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { affiliateDisclosure, disclosureDescription } from './affiliate-disclosure.ts'
import { type LegalSection, lines, mailLink, p, sectionId, sectionsHtml } from './legal-html.ts'
import { type PolicyFacts, type PolicySources, readPolicyFacts } from './policy-facts.repo.ts'
import { privacyPolicy } from './privacy-policy.ts'

type Composed = Pick<LegalText, 'title' | 'description' | 'sections' | 'content'> & {
  /** The text of the specification, which states no fact. */
  isDefault: boolean
}

type Composing = { sources: PolicySources; now: string }

/** The text of a legal page as readers see it without a page of the owner in its place; undefined for one that is off. */
export async function composeLegalText(
  db: Db,
  slug: LegalPageSlug,
  { sources, now }: Composing,
): Promise<Composed | undefined> {
  if (slug === 'imprint') return composeImprint(db)
  return composePolicy(db, slug, await readPolicyFacts(db, sources, now))
}

/** The privacy policy or the disclosure; the default one without facts. */
export async function composePolicy(
  db: Db,
  slug: Exclude<LegalPageSlug, 'imprint'>,
  facts: PolicyFacts | undefined,
): Promise<Composed> {
  const isDefault = facts === undefined
  if (slug === 'privacy-policy')
    return {
      title: 'Privacy Policy',
      description: 'What happens to information about you when you read this site, use its forms or follow its links.',
      isDefault,
      ...toContent(privacyPolicy(facts)),
    }
  const content = await findPaidContent(db)
  return {
    title: 'Affiliate Disclosure',
    description: disclosureDescription(content),
    isDefault,
    ...toContent(affiliateDisclosure(content, facts)),
  }
}

function toContent(sections: LegalSection[]): Pick<Composed, 'sections' | 'content'> {
  return {
    sections: sections.map((section) => ({ id: sectionId(section), title: section.title })),
    content: sectionsHtml(sections),
  }
}

async function composeImprint(db: Db): Promise<Composed | undefined> {
  const { settings } = await readSettings(db)
  if (!hasImprint(settings)) return undefined
  const { brand, ownerName, postalAddress } = settings
  const email = settings.email || settings.privacyEmail
  return {
    title: 'Imprint',
    description: `Who is responsible for ${brand}, and how to reach them.`,
    isDefault: false,
    sections: [],
    content: [
      p`Responsible for ${brand}:`,
      p`${lines(ownerName, postalAddress)}`,
      email ? p`Email: ${mailLink(email)}` : p`You can write to us through the <a href="/contact">contact page</a>.`,
    ].join(''),
  }
}
