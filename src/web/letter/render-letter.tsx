import { renderToStaticMarkup } from 'react-dom/server'
import type { LetterMail } from '../../contract/letter-mail.ts'
import { LetterTemplate } from './letter-template.tsx'
import { letterText } from './letter-text.ts'

/** Renders a letter as HTML and as text; both still hold its merge fields. */
export async function renderLetter(letter: LetterMail): Promise<{ html: string; text: string }> {
  const html = renderToStaticMarkup(<LetterTemplate letter={letter} />)
  const outlook = html
    // React preloads pictures; a mail program has other plans.
    .replaceAll(/<link rel="preload"[^>]*>/g, '')
    .replace('<div data-mso="start"></div>', `<!--[if mso]>${outlookTable}<![endif]-->`)
    .replace('<div data-mso="end"></div>', '<!--[if mso]></td></tr></table><![endif]-->')
  return { html: `<!DOCTYPE html>${outlook}`, text: letterText(letter) }
}

const outlookTable = '<table role="presentation" width="600" align="center"><tr><td>'
