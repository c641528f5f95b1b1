import { expect, test } from 'vitest'
import { ProfileInput, SetupInput } from '../src/contract/accounts/account.ts'
import { LoginInput } from '../src/contract/accounts/auth.ts'
import { ResetRequest } from '../src/contract/accounts/password-reset.ts'
import { ContactInput } from '../src/contract/audience/contacts.ts'
import { SubscriberInput } from '../src/contract/audience/subscribers.ts'
import { CategoryInput } from '../src/contract/content/categories.ts'
import { PageInput } from '../src/contract/content/pages.ts'
import { PostInput } from '../src/contract/content/posts.ts'
import { RoutineInput } from '../src/contract/content/routines.ts'
import { trimTyped, typedText } from '../src/contract/platform/typed-text.ts'
import { ProductInput, ProductSlug } from '../src/contract/shop/product-fields.ts'

const decomposed = 'Zoe\u0308'
const composed = 'Zo\u00eb'

test.each([
  ['a blank of a phone keyboard', 'admin ', 'admin'],
  ['a no-break space and a line break', '\u00a0admin\r\n', 'admin'],
  ['zero-width characters and a byte order mark', '\ufeff\u200badmin\u2060\u200e', 'admin'],
  ['a combining diaeresis', `${decomposed} `, composed],
  ['an emoji with a variation selector', '\u2764\ufe0f ', '\u2764\ufe0f'],
  ['a flag of tag characters', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
  ['a joined emoji', ' \u{1f469}\u200d\u{1f52c}', '\u{1f469}\u200d\u{1f52c}'],
  ['a character of a private use area', '\uf8ff', '\uf8ff'],
  ['a change of direction', '\u202eabc\u202c', '\u202eabc\u202c'],
  ['zero-width characters alone', '\u200b\u200d\u2060', ''],
  ['a Hangul filler', '\u3164', ''],
  ['tag characters and variation selectors alone', '\u{e0061}\ufe0f', ''],
])('typed text with %s is one text', (_, typed, text) => {
  expect(typedText(typed)).toBe(text)
})

test('a URL keeps the Unicode form in which it was copied', () => {
  expect(trimTyped(`\u200bhttps://a.example/${decomposed} `)).toBe(`https://a.example/${decomposed}`)
})

test('a text of blanks is trimmed in linear time', () => {
  expect(typedText(`a${' '.repeat(300_000)}b`)).toHaveLength(300_002)
})

test.each([
  ['the username of a sign-in', LoginInput.shape.username],
  ['the username of a setup', SetupInput.shape.username],
  ['the username of a request for a new password', ResetRequest.shape.username],
  ['the name of the author', ProfileInput.shape.name],
  ['the name of a reader', ContactInput.shape.name],
  ['the subject of a message', ContactInput.shape.subject],
  ['the name of a subscriber', SubscriberInput.shape.name],
  ['the name of a product', ProductInput.shape.name],
  ['the name of a category', CategoryInput.shape.name],
  ['the name of a routine', RoutineInput.shape.name],
])('%s is trimmed, in one Unicode form, and not invisible', (_, schema) => {
  expect(schema.parse(`${decomposed} \u200b`)).toBe(composed)
  const invisible = schema.safeParse('\u200b\u3164')
  expect(invisible.success ? invisible.data : '').toBe('')
})

test.each([
  ['a post', PostInput.shape.slug],
  ['a page', PageInput.shape.slug],
  ['a category', CategoryInput.shape.slug],
  ['a product', ProductSlug],
  ['a routine', RoutineInput.shape.slug],
])('the slug of %s is taken in the Unicode form of a Mac', (_, schema) => {
  expect(schema.parse(' cre\u0300me-de-nuit ')).toBe('cr\u00e8me-de-nuit')
})
