/** A section with its blocks as HTML. */
export type LegalSection = { title: string; body: string[] }

/** A value of a template: a text, which is escaped, or markup. */
type Value = string | number | { html: string }

/** A paragraph: markup of the template stays, and its line breaks are blanks. */
export function p(markup: TemplateStringsArray, ...values: Value[]): string {
  return `<p>${inline(markup, values)}</p>`
}

export function li(markup: TemplateStringsArray, ...values: Value[]): string {
  return `<li>${inline(markup, values)}</li>`
}

export function ul(...items: string[]): string {
  return `<ul>${items.join('')}</ul>`
}

/** The lines of a text below each other. */
export function lines(...texts: string[]): Value {
  const found = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '')
  return { html: found.map(escapeHtml).join('<br>') }
}

export function mailLink(email: string): Value {
  return { html: `<a href="mailto:${encodeURI(email)}">${escapeHtml(email)}</a>` }
}

const enumeration = new Intl.ListFormat('en-US')

/** `a, b, and c` */
export function enumerate(names: string[]): string {
  return enumeration.format(names)
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

function inline(markup: TemplateStringsArray, values: Value[]): string {
  const parts = markup.map((part, index) => part.replace(/\s+/g, ' ') + toHtml(values[index] ?? ''))
  return parts.join('').trim()
}

function toHtml(value: Value): string {
  return typeof value === 'object' ? value.html : escapeHtml(String(value))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
