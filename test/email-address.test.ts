import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { mailtoUrl } from '../src/contract/audience/mailto-url.ts'
import { emailAddress } from '../src/contract/platform/text-fields.ts'

const read = (text: string) => z.safeParse(emailAddress(), text).data

test('every atom of RFC 5321 is valid before the @', () => {
  for (const email of [
    'ann@example.com',
    "o'neil+news@mail.example.co.uk",
    'ann.lee@xn--bcher-kva.example',
    'ann@example.xn--p1ai',
    'ann@3d.example',
    "!#$%&'*+-/=?^_`{|}~@example.com",
    'customer/department=shipping@example.com',
    `${'a'.repeat(64)}@example.com`,
  ])
    expect(read(email), email).toBe(email)
})

test('a domain in another script is stored as mail servers know it', () => {
  expect(read(' Ann@Bücher.example ')).toBe('Ann@xn--bcher-kva.example')
  expect(read('ann@пример.рф')).toBe('ann@xn--e1afmkfd.xn--p1ai')
  expect(read('ann@例え。jp')).toBe('ann@xn--r8jz45g.jp')
})

test('what no mail server takes is invalid', () => {
  for (const email of [
    ...['', 'ann', '@example.com', 'ann@', 'ann@example', 'ann@@example.com', 'ann@a@example.com'],
    ...['.ann@example.com', 'ann.@example.com', 'an..n@example.com', 'an n@example.com', 'ann@exa mple.com'],
    ...[
      'ann@-example.com',
      'ann@example-.com',
      'ann@example..com',
      'ann@127.0.0.1',
      'ann@[127.0.0.1]',
      'ann@example.c',
    ],
    ...[
      'ann@bücher.example/x',
      'ann@bücher.example:25',
      'ann@eve@bücher.example',
      'ann@bücher.example?x',
      'ann@ü_.example',
    ],
    ...['änn@example.com', '"ann lee"@example.com', 'ann@example.com\r\nBcc: eve@example.com', 'Ann <ann@example.com>'],
    ...[`${'a'.repeat(65)}@example.com`, `ann@${'a'.repeat(64)}.com`, `ann@${'abcdefghi.'.repeat(25)}com`],
    ...['ann@{{name}}.com', 'ann;eve@example.com', 'ann,eve@example.com', 'ann\\eve@example.com'],
  ])
    expect(read(email), email).toBeUndefined()
})

test('a link to an address keeps what is its own from the URL', () => {
  expect(mailtoUrl('ann@example.com')).toBe('mailto:ann@example.com')
  expect(new URL(mailtoUrl('a?bcc=e%40x&b#c@example.com')).search).toBe('')
  expect(decodeURIComponent(mailtoUrl('a?b=%40#c@example.com'))).toBe('mailto:a?b=%40#c@example.com')
})
