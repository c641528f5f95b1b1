import { expect, test } from 'vitest'
import { newsletterEditor, pageEditor, postEditor, templateEditor } from './editor-kind.ts'

test('the editor of newsletters names the merge fields next to the subject, and no other editor does', () => {
  expect(newsletterEditor.titleHint).toBe(
    'Here and in the text: {{name}}, {{email}}, {{unsubscribe_url}}, {{preferences_url}}, {{browser_url}}.' +
      ' {{name|friend}} becomes ‘friend’ for readers without a name.',
  )
  for (const { titleHint } of [postEditor, pageEditor, templateEditor]) expect(titleHint).toBeUndefined()
})

test('the address of a newsletter has the fallbacks of the fields in its subject', () => {
  expect(newsletterEditor.slugOf('Hi {{name|Friend}}, a calm {{ name }} evening')).toBe('hi-friend-a-calm-evening')
  expect(postEditor.slugOf('What {{name|you}} means')).toBe('what-nameyou-means')
})
