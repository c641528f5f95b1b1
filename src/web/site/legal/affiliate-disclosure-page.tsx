import { EditedPage } from '../page/edited-page.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { LegalPage } from './legal-page.tsx'

export function AffiliateDisclosurePage() {
  const earlier = <EarlierVersions slug="affiliate-disclosure" />
  return (
    <EditedPage slug="affiliate-disclosure" after={earlier}>
      <LegalPage slug="affiliate-disclosure" after={earlier} />
    </EditedPage>
  )
}
