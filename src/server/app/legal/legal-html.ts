/** A section with its blocks as HTML. */
export type LegalSection = { title: string; body: string[] }

/** A paragraph: markup of the template stays, values are text, and line breaks are blanks. */
export function p(markup: TemplateStringsArray, ...values: string[]): string {
  return `<p>${inline(markup, values)}</p>`
}

export function li(markup: TemplateStringsArray, ...values: string[]): string {
  return `<li>${inline(markup, values)}</li>`
}

export function ul(...items: string[]): string {
  return `<ul>${items.join('')}</ul>`
}

export function sectionsHtml(sections: LegalSection[]): string {
  return sections
    .map((section) => `<section id="${sectionId(section)}"><h2>${section.title}</h2>${section.body.join('')}</section>`)
    .join('')
}

/** `3. Information You Give Us` becomes `information-you-give-us`. */
export function sectionId({ title }: LegalSection): string {
  return title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
}

function inline(markup: TemplateStringsArray, values: string[]): string {
  const parts = markup.map((part, index) => part.replace(/\s+/g, ' ') + escapeHtml(values[index] ?? ''))
  return parts.join('').trim()
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
