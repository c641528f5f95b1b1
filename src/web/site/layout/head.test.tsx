import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Environment, EnvironmentContext } from '../../environment.tsx'
import { Router } from '../../lib/router.tsx'
import { Head } from './head.tsx'
import { JsonLd } from './json-ld.tsx'

test('a tag without content is left out', () => {
  const html = renderToStaticMarkup(
    <EnvironmentContext value={{} as Environment}>
      <Router href="/blog/serums" load={async () => undefined} prefetch={() => undefined}>
        <Head title="Serums" description="" path="/blog/serums" type="article" imageAlt="" section="" tags={[]} />
      </Router>
    </EnvironmentContext>,
  )
  expect(html).not.toMatch(/content="\s*"/)
  expect(html).not.toContain('description')
  expect(html).toContain('<meta property="og:title" content="Serums"/>')
})

test('a property without a value is left out', () => {
  const data = {
    '@type': 'Article',
    description: '',
    image: [],
    wordCount: 0,
    author: { '@type': 'Person', name: 'Ann', sameAs: [], description: undefined, image: '' },
  }
  const [, json] = /<script[^>]*>(.*)<\/script>/.exec(renderToStaticMarkup(<JsonLd data={data} />))!
  expect(JSON.parse(json!)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Article',
    wordCount: 0,
    author: { '@type': 'Person', name: 'Ann' },
  })
})
