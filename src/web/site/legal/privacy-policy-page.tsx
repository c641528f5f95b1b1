import { EditedPage } from '../page/edited-page.tsx'
import { LastUpdated } from './last-updated.tsx'
import { LegalPage } from './legal-page.tsx'

export function PrivacyPolicyPage() {
  return (
    <EditedPage slug="privacy-policy" intro={(page) => <LastUpdated at={page.updatedAt} />}>
      <LegalPage slug="privacy-policy" />
    </EditedPage>
  )
}
