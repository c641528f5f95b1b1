import { expect, test } from 'vitest'
import { newsletterEditor, pageEditor, postEditor, templateEditor } from './editor-kind.ts'

test('the editor of newsletters names the merge fields next to the subject, and no other editor does', () => {
  expect(newsletterEditor.titleHint).toBe(
    'Here and in the text: {{name}}, {{email}}, {{unsubscribe_url}}, {{preferences_url}}, {{browser_url}}.' +
      ' {{name|friend}} becomes ‘friend’ for readers without a name.',
  )
  for (const { titleHint } of [postEditor, pageEditor, templateEditor]) expect(titleHint).toBeUndefined()
})
