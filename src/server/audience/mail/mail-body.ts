import type { Colours } from '../../../contract/accounts/palettes.ts'
import type { Site } from '../../../contract/accounts/site.ts'
import { type MailTheme, mailThemeOf } from '../../../contract/audience/mail-theme.ts'

/** Rendered as plain text and as HTML. */
export type MailContent = {
  /** Line breaks within a paragraph are preserved. */
  paragraphs: string[]
  /** Call to action. */
  button?: { label: string; url: string }
  /** Paragraphs after the button. */
  closing?: string[]
  /** Small print. */
  footer?: { text: string; link?: { label: string; url: string } }
}

export type MailBody = { text: string; html: string }

/** In the colours and fonts of the site, dark where the mail program is. */
export function renderMail({ appearance }: Pick<Site, 'appearance'>, content: MailContent): MailBody {
  return { text: toText(content), html: toHtml(content, mailThemeOf(appearance)) }
}

function toText({ paragraphs, button, closing = [], footer }: MailContent): string {
  const parts = [...paragraphs]
  if (button) parts.push(`${button.label}:\n${button.url}`)
  parts.push(...closing)
  if (footer) parts.push(`-- \n${footer.text}${footer.link ? `\n${footer.link.label}: ${footer.link.url}` : ''}`)
  return `${parts.join('\n\n')}\n`
}

function toHtml(
  { paragraphs, button, closing = [], footer }: MailContent,
  { light, dark, sans, radius }: MailTheme,
): string {
  const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${lines(text)}</p>`
  const parts = paragraphs.map(paragraph)
  if (button) {
    const style = `display:inline-block;padding:12px 24px;border-radius:${radius}px;background:${light.accentDeep};color:${light.white};font-weight:bold;text-decoration:none`
    parts.push(
      `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" class="button" style="${style}">${escapeHtml(button.label)}</a></p>`,
    )
  }
  parts.push(...closing.map(paragraph))
  if (footer) {
    const link = footer.link
      ? `<br><a href="${escapeHtml(footer.link.url)}" class="link" style="color:${light.accentDeep}">${escapeHtml(footer.link.label)}</a>`
      : ''
    parts.push(
      `<p class="foot" style="margin:32px 0 0;padding-top:16px;border-top:1px solid ${light.line};font-size:13px;color:${light.inkSoft}">${lines(footer.text)}${link}</p>`,
    )
  }
  const body = `<div class="ink" style="max-width:560px;margin:0 auto;padding:24px;font:16px/1.6 ${sans};color:${light.ink}">${parts.join('')}</div>`
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${darkStyles(dark)}</style>`
  return `<!DOCTYPE html><html lang="en"><head>${head}</head><body class="paper" style="margin:0;background:${light.paper}">${body}</body></html>`
}

function darkStyles({ ink, inkSoft, paper, line, accentDeep, white }: Colours): string {
  const rules = [
    `.paper{background:${paper}!important}`,
    `.ink{color:${ink}!important}`,
    `.button{background:${accentDeep}!important;color:${white}!important}`,
    `.link{color:${accentDeep}!important}`,
    `.foot{color:${inkSoft}!important;border-color:${line}!important}`,
  ]
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
