import { EditedPage } from '../page/edited-page.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { LastUpdated } from './last-updated.tsx'
import { LegalPage } from './legal-page.tsx'

export function PrivacyPolicyPage() {
  const earlier = <EarlierVersions slug="privacy-policy" />
  return (
    <EditedPage slug="privacy-policy" intro={(page) => <LastUpdated at={page.updatedAt} />} after={earlier}>
      <LegalPage slug="privacy-policy" after={earlier} />
    </EditedPage>
  )
}
