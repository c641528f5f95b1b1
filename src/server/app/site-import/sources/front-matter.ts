import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { isRow, type JsonRow, parsedJson } from './json-rows.ts'

export type FrontMatter = {
  fields: JsonRow
  body: string
  /** Why the fields are not readable. */
  fault?: string
}

/** Splits a text into its front matter (YAML, TOML or JSON) and what follows. Without one, all of it is the body. */
export function readFrontMatter(text: string): FrontMatter {
  if (/^\{\s*["}]/.test(text)) return readJson(text)
  const [opening, fence = '', format = ''] = /^(---|\+\+\+|;;;)(json|toml|yaml)?[ \t]*\n/.exec(text) ?? []
  if (!opening) return { fields: {}, body: text }
  const closing = new RegExp(`^${fence.replaceAll('+', '\\+')}[ \\t]*$`, 'm').exec(text.slice(opening.length))
  if (!closing) return { fields: {}, body: text, fault: 'Its front matter has no end.' }
  const matter = text.slice(opening.length, opening.length + closing.index)
  const body = text.slice(opening.length + closing.index + closing[0].length).replace(/^\n/, '')
  const kind = format || (fence === '+++' ? 'toml' : fence === ';;;' ? 'json' : 'yaml')
  try {
    const value = parsers[kind]!(matter)
    if (isRow(value)) return { fields: value, body }
    return { fields: {}, body, ...(matter.trim() !== '' && { fault: 'Its front matter has no fields.' }) }
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : '').split('\n')
    return { fields: {}, body, fault: `Its front matter is not readable: ${reason.slice(0, 200)}` }
  }
}

const parsers: Record<string, (text: string) => unknown> = {
  yaml: (text) => parseYaml(text, { maxAliasCount: 20, logLevel: 'error' }),
  toml: (text) => parseToml(text),
  json: (text) => JSON.parse(text.trim().startsWith('{') ? text : `{${text}}`),
}

/** An object that ends at a line of its own. */
function readJson(text: string): FrontMatter {
  for (const { index } of text.matchAll(/^\}[ \t]*$/gm)) {
    const fields = parsedJson(text.slice(0, index + 1))
    if (isRow(fields)) return { fields, body: text.slice(index + 1).replace(/^\s*\n/, '') }
  }
  return { fields: {}, body: text, fault: 'Its front matter is not readable.' }
}
