/** Merge fields such as `{{name|there}}`: frozen in a newsletter, filled for each recipient. */

/** The fields that the owner writes, with what each prints; the links of a newsletter make `click_key`. */
const written = {
  name: 'The reader’s name, else ‘friend’',
  email: 'The reader’s email address',
  unsubscribe_url: 'The address that unsubscribes the reader',
  preferences_url: 'The address of the reader’s preferences',
  browser_url: 'The address of this newsletter in a browser',
}

export type MergeField = keyof typeof written | 'click_key'
export type MergeValues = Readonly<Record<MergeField, string>>

const writtenNames = Object.keys(written) as (keyof typeof written)[]

export const mergeFields: readonly MergeField[] = [...writtenNames, 'click_key']

/** The fields that the owner writes, as she types them. */
export const writtenFields = writtenNames.map((name) => `{{${name}}}`)

/** The codes of a menu, with a fallback where a reader may lack the value, and what they print. */
export const mergeCodes = writtenNames.map((name) => ({
  code: name === 'name' ? '{{name|friend}}' : `{{${name}}}`,
  prints: written[name],
}))

type Kind = 'html' | 'text' | 'subject'

const field = new RegExp(`\\{\\{\\s*(${mergeFields.join('|')})\\s*(?:\\|([^{}]*))?\\}\\}`, 'g')

export function hasMergeField(template: string, name: MergeField): boolean {
  return [...template.matchAll(field)].some(([, found]) => found === name)
}

type Template = { texts: string[]; fields: { name: MergeField; fallback: string }[] }

/** The fields of a template, and the texts before, between and after them. */
function splitTemplate(template: string): Template {
  const texts: string[] = []
  const fields: Template['fields'] = []
  let from = 0
  for (const match of template.matchAll(field)) {
    texts.push(template.slice(from, match.index))
    fields.push({ name: match[1] as MergeField, fallback: (match[2] ?? '').trim() })
    from = match.index + match[0].length
  }
  return { texts: [...texts, template.slice(from)], fields }
}

/** Text that looks like a field and is not one, such as `{{Name}}` or `{{name|`; `compileTemplate` does not replace it. */
export function findUnknownFields(template: string): string[] {
  return splitTemplate(template).texts.flatMap((text) => text.match(/\{\{(?:[^{}]{0,200}\}\}|[^\s<{}]{0,30})/g) ?? [])
}

/** An encoding whose parts may be encoded apart, such as quoted-printable with a soft line break between them. */
export type PartEncoding = { encode: (text: string) => string; separator: string }

const plain: PartEncoding = { encode: (text) => text, separator: '' }

/**
 * Splits a template once and returns the function that fills it. Fields that are not known stay as typed; a blank value is
 * replaced by the fallback, which is of the template's own kind. Values are escaped in HTML and one line in a subject. With an
 * encoding the text between fields is encoded once for all recipients.
 */
export function compileTemplate(
  template: string,
  kind: Kind,
  { encode, separator }: PartEncoding = plain,
): (values: MergeValues) => string {
  const { texts, fields } = splitTemplate(template)
  const encoded = texts.map((text) => encode(text))
  const finish = kind === 'subject' ? toOneLine : (text: string) => text
  return (values) => {
    const parts: string[] = []
    for (const [at, text] of encoded.entries()) {
      parts.push(text)
      const field = fields[at]
      if (!field) continue
      const value = values[field.name].trim()
      parts.push(encode(value === '' ? field.fallback : kind === 'html' ? escapeValue(value) : value))
    }
    return finish(parts.filter((part) => part !== '').join(separator))
  }
}

const noValues = Object.fromEntries(mergeFields.map((name) => [name, ''])) as MergeValues

/** A subject as it is for no reader: with the fallbacks of its fields. */
export function fillWithoutReader(subject: string): string {
  return compileTemplate(subject, 'subject')(noValues)
}

function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

function escapeValue(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] ?? character) : text
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
