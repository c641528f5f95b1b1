import { compileTemplate } from '../../../contract/merge-fields.ts'
import type { NewsletterPreview } from '../../../contract/newsletters.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

type Templates = NewsletterPreview & { slug: string }
type Reader = { name: string | null; email: string }

/** A newsletter as a subscriber gets it, or as the owner does. */
export async function previewMail(
  db: Db,
  { subject, preview, html, text, bytes, slug }: Templates,
  { origin, subscriber }: { origin: string; subscriber?: Reader | undefined },
): Promise<NewsletterPreview> {
  const { email } = await readSite(db, origin)
  const values = {
    ...{ name: subscriber?.name ?? '', email: subscriber?.email ?? email },
    // The link of a subscriber would unsubscribe them from the preview.
    ...{ unsubscribe_url: `${origin}/newsletter`, preferences_url: `${origin}/newsletter` },
    click_key: '',
    browser_url: `${origin}/letters/${encodeURIComponent(slug)}`,
  }
  return {
    subject: compileTemplate(subject, 'subject')(values),
    preview: compileTemplate(preview, 'subject')(values),
    html: compileTemplate(html, 'html')(values),
    text: compileTemplate(text, 'text')(values),
    bytes,
  }
}
