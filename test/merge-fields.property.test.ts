import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import {
  compileTemplate,
  findUnknownFields,
  type MergeField,
  type MergeValues,
  mergeFields,
} from '../src/contract/audience/merge-fields.ts'

const values: MergeValues = {
  name: 'Ines & <Otto>',
  email: 'ines@reader.example',
  unsubscribe_url: 'https://x.example/u?a=1&b=2',
  preferences_url: 'https://x.example/l',
  browser_url: '',
  click_key: '1.key',
}

test('a value is escaped in HTML and as it is in text', () => {
  expect(compileTemplate('<p>Hello {{name}}</p>', 'html')(values)).toBe('<p>Hello Ines &amp; &lt;Otto&gt;</p>')
  expect(compileTemplate('Hello {{name}}', 'text')(values)).toBe('Hello Ines & <Otto>')
  expect(compileTemplate('<a href="{{unsubscribe_url}}">', 'html')(values)).toBe(
    '<a href="https://x.example/u?a=1&amp;b=2">',
  )
})

test('a blank value is replaced by its fallback', () => {
  const nameless = { ...values, name: ' ' }
  expect(compileTemplate('Hello {{name|there}}!', 'text')(nameless)).toBe('Hello there!')
  expect(compileTemplate('Hello {{ name | my dear reader }}!', 'text')(nameless)).toBe('Hello my dear reader!')
  expect(compileTemplate('Hello {{name}}!', 'text')(nameless)).toBe('Hello !')
  expect(compileTemplate('Hello {{name|there}}!', 'text')(values)).toBe('Hello Ines & <Otto>!')
})

test('fields that are not known stay as typed', () => {
  const text = '{{first_name}} {{ }} {name} {{Name}} {{name|{{email}}}} {{name'
  expect(compileTemplate(text, 'text')(values)).toBe(text.replace('{{email}}', values.email))
})

test('a subject is one line, whatever its values are', () => {
  const filled = compileTemplate('Hi {{name}}', 'subject')({ ...values, name: 'Eve\r\nBcc: all@x.example\u2028x' })
  expect(filled).toBe('Hi Eve Bcc: all@x.example x')
})

const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(...mergeFields.map((name) => `{{${name}}}`)),
  fc.constantFrom('{{name|there}}', '{{', '}}', '|', '{{nothing}}', '$&', '$1'),
)
const anyValues = fc.record(
  Object.fromEntries(mergeFields.map((name) => [name, fc.string({ unit: 'grapheme' })])) as Record<
    MergeField,
    fc.Arbitrary<string>
  >,
)

test('values never become fields or markup, and a compiled template can be filled again', () => {
  fc.assert(
    fc.property(fc.array(piece), anyValues, anyValues, (pieces, one, other) => {
      const template = pieces.join('')
      const fill = compileTemplate(template, 'text')
      const expected = template.replace(
        /\{\{\s*(name|email|unsubscribe_url|preferences_url|browser_url|click_key)\s*(?:\|([^{}]*))?\}\}/g,
        (_, name: MergeField, fallback: string | undefined) => one[name].trim() || (fallback ?? '').trim(),
      )
      fill(other)
      expect(fill(one)).toBe(expected)
    }),
  )
  fc.assert(
    fc.property(anyValues, (one) => {
      const document = parseDocument(compileTemplate('<p title="{{email}}">{{name|-}}</p>', 'html')(one))
      expect(document.children).toHaveLength(1)
      expect(document.children[0]).toMatchObject({ name: 'p', attribs: { title: one.email.trim() } })
    }),
  )
})

test('what a filled template still holds of a field is found, and nothing of a known one', () => {
  const unknown = ['{{first_name}}', '{{Name}}', '{{ nmae | you }}', '{{name|']
  fc.assert(
    fc.property(fc.array(fc.constantFrom('Dear ', ...unknown, '{{name}}', '{{ name | you }}')), (parts) => {
      const template = parts.join(' ')
      const found = findUnknownFields(template)
      expect(found).toEqual(parts.filter((part) => unknown.includes(part)))
      const filled = compileTemplate(template, 'text')(values)
      expect(filled.split('{{')).toHaveLength(found.length + 1)
    }),
  )
})
