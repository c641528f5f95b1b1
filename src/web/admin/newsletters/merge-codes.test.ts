// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { compileTemplate, mergeCodes, mergeFields } from '../../../contract/audience/merge-fields.ts'
import { insertAtCursor } from '../kit/insert-at-cursor.ts'

test('each code of the menu is filled by the newsletter, and a reader without a name is a friend', () => {
  const values = Object.fromEntries(mergeFields.map((name) => [name, name === 'name' ? '' : `<${name}>`]))
  const fill = compileTemplate(mergeCodes.map(({ code }) => code).join(' '), 'text')
  expect(fill(values as never)).toBe('friend <email> <unsubscribe_url> <preferences_url> <browser_url>')
  expect(mergeCodes.map(({ prints }) => prints)).not.toContain('')
})

test('a code replaces the selection of a field, which keeps the cursor after it', () => {
  const field = document.createElement('input')
  document.body.append(field)
  field.value = 'Hello you'
  field.setSelectionRange(6, 9)
  field.blur()
  const heard: string[] = []
  document.body.addEventListener('input', () => heard.push(field.value))
  insertAtCursor(field, '{{name|friend}}')
  expect(heard).toEqual(['Hello {{name|friend}}'])
  expect([field.selectionStart, document.activeElement]).toEqual([21, field])
})
