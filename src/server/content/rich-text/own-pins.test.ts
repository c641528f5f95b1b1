import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { responsiveImage } from './responsive-images.ts'

test('what the owner says of the pin of a picture is stored and stands on its page', () => {
  const html = '<img src="/media/a/640.jpg" alt="A" data-pin-description="Own" data-pin-media="/media/b/640.jpg">'
  const stored = cleanHtml(html)
  expect(stored).toContain('data-pin-description="Own" data-pin-media="/media/b/640.jpg"')
  expect(cleanHtml('<img src="/a.jpg" alt="" data-pin-nopin="true" data-pin-other="x" onerror="x()">')).toBe(
    '<img alt="" loading="lazy" src="/a.jpg" data-pin-nopin="true" />',
  )
  const picture = { key: 'a', width: 640, height: 480, widths: [320, 640], placeholder: '' }
  const attributes = { src: '/media/a/640.jpg', alt: 'A', 'data-pin-description': 'Own', 'data-pin-nopin': 'true' }
  const shown = responsiveImage(attributes, new Map([['a', picture]]))
  expect(shown).toContain('data-pin-description="Own" data-pin-nopin="true"></picture>')
})
