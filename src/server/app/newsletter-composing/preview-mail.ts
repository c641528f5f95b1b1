import { compileTemplate } from '../../../contract/audience/merge-fields.ts'
import type { NewsletterPreview } from '../../../contract/audience/newsletters.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import { type MailServers, readSender } from '../../audience/mail/mail-server.ts'
import type { Db } from '../../platform/db/schema.ts'

type Templates = Omit<NewsletterPreview, 'senderName'> & { slug: string }
type Reader = { name: string | null; email: string }

type PreviewOptions = {
  origin: string
  servers: MailServers
  /** Empty: that of the mail settings. */
  senderName: string
  subscriber?: Reader | undefined
}

/** A newsletter as a subscriber gets it, or as the owner does. */
export async function previewMail(
  db: Db,
  { subject, preview, html, text, bytes, slug }: Templates,
  { origin, servers, senderName, subscriber }: PreviewOptions,
): Promise<NewsletterPreview> {
  const { brand, email } = await readSite(db, origin)
  const values = {
    ...{ name: subscriber?.name ?? '', email: subscriber?.email ?? email },
    // The link of a subscriber would unsubscribe them from the preview.
    ...{ unsubscribe_url: `${origin}/newsletter`, preferences_url: `${origin}/newsletter` },
    click_key: 'preview',
    browser_url: `${origin}/letters/${encodeURIComponent(slug)}`,
  }
  return {
    senderName:
      senderName || (await readSender(db, origin, await servers.find(db)).catch(() => undefined))?.name || brand,
    subject: compileTemplate(subject, 'subject')(values),
    preview: compileTemplate(preview, 'subject')(values),
    html: compileTemplate(html, 'html')(values),
    text: compileTemplate(text, 'text')(values),
    bytes,
  }
}
