// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { hostsOfLikelyAffiliates } from './link-question.tsx'

test('the question names the hosts of links like affiliate links, each once', () => {
  const html = `<p><a href="https://www.brand.example/a?ref=mia&amp;x=1">A</a><a href='https://brand.example/b?aff=1'>B</a>
    <a href="https://other.example/ref/mia">C</a><a href="https://plain.example/">D</a><a>E</a><a href="/blog?ref=x">F</a></p>`
  expect(hostsOfLikelyAffiliates(html)).toEqual(['brand.example', 'other.example'])
  expect(hostsOfLikelyAffiliates('<p>https://brand.example/?ref=mia</p>')).toEqual([])
})
