import { expect, test } from 'vitest'
import { disableActiveContent } from './parse-html-fragment.ts'

test.each([
  ['<p style="color:red">a</p>', '<p data-style="color:red">a</p>'],
  ['<img src=x onerror=alert(1)>', '<img src=x data-onerror=alert(1)>'],
  [`<img alt='my style = "x"' STYLE='a'>`, `<img alt='my style = "x"' data-STYLE='a'>`],
  ['<style media="all">p {}</style><p>a</p>', '<p>a</p>'],
  ['<svg/onload=alert(1)>', '<svg/data-onload=alert(1)>'],
  ['a < b and style="x" stays', 'a < b and style="x" stays'],
  ['<a href="/x?style=1" title="on=off">b</a>', '<a href="/x?style=1" title="on=off">b</a>'],
])('%s becomes %s', (html, expected) => {
  expect(disableActiveContent(html)).toBe(expected)
})
