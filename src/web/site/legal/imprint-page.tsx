import { EditedPage } from '../page/edited-page.tsx'
import { LegalPage } from './legal-page.tsx'

export function ImprintPage() {
  return (
    <EditedPage slug="imprint">
      <LegalPage slug="imprint" />
    </EditedPage>
  )
}
