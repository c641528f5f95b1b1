import { EditedPage } from '../page/edited-page.tsx'
import { LegalPage } from './legal-page.tsx'

export function AffiliateDisclosurePage() {
  return (
    <EditedPage slug="affiliate-disclosure">
      <LegalPage slug="affiliate-disclosure" />
    </EditedPage>
  )
}
