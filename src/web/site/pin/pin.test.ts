import { expect, test } from 'vitest'
import { queryString } from '../../lib/query-string.ts'
import { pinAddress } from './pin.ts'

const traps = ['SPF 50+ & vitamin C: is it #1?', 'a=b; 100 % “honest” 🧴🧖‍♀️', 'two\r\nlines', 'été, größe, 化粧水']

test.each(traps)(
  'the text %j is read by another program as it was written, whether it knows a plus sign or not',
  (text) => {
    const [, value] = queryString({ text }).split('=')
    expect(decodeURIComponent(value!)).toBe(text)
    expect(new URLSearchParams(queryString({ text })).get('text')).toBe(text)
    const pin = new URL(
      pinAddress({ url: 'https://dew.example/blog/a', media: 'https://dew.example/a.jpg', description: text }),
    )
    expect(decodeURIComponent(/description=([^&]*)/.exec(pin.search)![1]!)).toBe(text)
  },
)

test('half of an emoji, where a text was cut, does not prevent the page', () => {
  expect(queryString({ text: 'cut \ud83e' })).toBe('text=cut%20%EF%BF%BD')
})
