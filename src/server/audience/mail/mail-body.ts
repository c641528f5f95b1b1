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

export function renderMail({ paragraphs, button, closing = [], footer }: MailContent): MailBody {
  return {
    text: toText({ paragraphs, button, closing, footer }),
    html: toHtml({ paragraphs, button, closing, footer }),
  }
}

function toText({ paragraphs, button, closing = [], footer }: MailContent): string {
  const parts = [...paragraphs]
  if (button) parts.push(`${button.label}:\n${button.url}`)
  parts.push(...closing)
  if (footer) parts.push(`-- \n${footer.text}${footer.link ? `\n${footer.link.label}: ${footer.link.url}` : ''}`)
  return `${parts.join('\n\n')}\n`
}

function toHtml({ paragraphs, button, closing = [], footer }: MailContent): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const parts = paragraphs.map(paragraph)
  if (button) {
    const style =
      'display:inline-block;padding:12px 24px;border-radius:24px;background:#8a5a2b;color:#ffffff;font-weight:bold;text-decoration:none'
    parts.push(
      `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="${style}">${escapeHtml(button.label)}</a></p>`,
    )
  }
  parts.push(...closing.map(paragraph))
  if (footer) {
    const link = footer.link
      ? `<br><a href="${escapeHtml(footer.link.url)}" style="color:#6b5a4c">${escapeHtml(footer.link.label)}</a>`
      : ''
    parts.push(
      `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e6dccf;font-size:13px;color:#6b5a4c">${escapeHtml(footer.text)}${link}</p>`,
    )
  }
  const body = `<div style="max-width:560px;margin:0 auto;padding:24px;font:16px/1.6 Georgia,serif;color:#33261c">${parts.join('')}</div>`
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="margin:0;background:#fbf7f1">${body}</body></html>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
