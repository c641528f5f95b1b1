import { expect, test } from 'vitest'
import { pageKind } from '../pages/page-kind.ts'
import { postKind, templateKind } from '../posts/post-kind.tsx'
import { newsletterKind } from './newsletter-kind.tsx'

test('the editor of newsletters names the merge fields next to the subject, and no other editor does', () => {
  expect(newsletterKind.titleHint).toBe(
    'Here and in the text: {{name}}, {{email}}, {{unsubscribe_url}}, {{preferences_url}}, {{browser_url}}.' +
      ' {{name|friend}} becomes ‘friend’ for readers without a name.',
  )
  for (const { titleHint } of [postKind, pageKind, templateKind]) expect(titleHint).toBeUndefined()
})

test('the address of a newsletter has the fallbacks of the fields in its subject', () => {
  expect(newsletterKind.slugOf('Hi {{name|Friend}}, a calm {{ name }} evening')).toBe('hi-friend-a-calm-evening')
  expect(postKind.slugOf('What {{name|you}} means')).toBe('what-nameyou-means')
})
