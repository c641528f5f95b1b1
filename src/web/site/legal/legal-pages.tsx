import { useParams } from '../../lib/router.tsx'
import { EditedPage } from '../page/edited-page.tsx'
import { PageSkeleton } from '../page/page-article.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { LastUpdated } from './last-updated.tsx'
import { LegalPage } from './legal-page.tsx'
import { isPolicy } from './load-legal-text.ts'
import { PolicyVersion } from './policy-version.tsx'

// The legal pages are one module, since every page knows the chunks of each module.

export { loadLegalText, loadPolicyVersion } from './load-legal-text.ts'

export function PrivacyPolicyPage() {
  const earlier = <EarlierVersions slug="privacy-policy" />
  return (
    <EditedPage slug="privacy-policy" intro={(page) => <LastUpdated at={page.updatedAt} />} after={earlier}>
      <LegalPage slug="privacy-policy" after={earlier} />
    </EditedPage>
  )
}

export function AffiliateDisclosurePage() {
  const earlier = <EarlierVersions slug="affiliate-disclosure" />
  return (
    <EditedPage slug="affiliate-disclosure" after={earlier}>
      <LegalPage slug="affiliate-disclosure" after={earlier} />
    </EditedPage>
  )
}

export function ImprintPage() {
  return (
    <EditedPage slug="imprint">
      <LegalPage slug="imprint" />
    </EditedPage>
  )
}

/** A text that a policy had. */
export function PolicyVersionPage() {
  const { slug = '', version = '' } = useParams()
  return isPolicy(slug) ? <PolicyVersion slug={slug} version={version} /> : <PageSkeleton />
}
