import { renderToStaticMarkup } from 'react-dom/server'
import type { NewsletterMail } from '../../contract/audience/newsletter-mail.ts'
import { NewsletterTemplate } from './newsletter-template.tsx'
import { newsletterText } from './newsletter-text.ts'

/** Renders a newsletter as HTML and as text; both still hold its merge fields. */
export async function renderNewsletter(newsletter: NewsletterMail): Promise<{ html: string; text: string }> {
  const html = renderToStaticMarkup(<NewsletterTemplate newsletter={newsletter} />)
  const outlook = html
    // React preloads pictures; a mail program has other plans.
    .replaceAll(/<link rel="preload"[^>]*>/g, '')
    .replace('<div data-mso="start"></div>', `<!--[if mso]>${outlookTable}<![endif]-->`)
    .replace('<div data-mso="end"></div>', '<!--[if mso]></td></tr></table><![endif]-->')
  return { html: `<!DOCTYPE html>${outlook}`, text: newsletterText(newsletter) }
}

const outlookTable = '<table role="presentation" width="600" align="center"><tr><td>'
