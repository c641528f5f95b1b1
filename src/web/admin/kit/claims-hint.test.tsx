import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ClaimsHint } from './claims-hint.tsx'

test('the words of a claim are named with the reason, and a text without a claim shows nothing', () => {
  expect(renderToStaticMarkup(<ClaimsHint texts={['It heals.', 'It heals rosacea.']} />)).toContain(
    '“heals” and “rosacea” stand close to a product. A cosmetic must not be advertised as a treatment (FTC and ASA;',
  )
  expect(renderToStaticMarkup(<ClaimsHint texts={['Calm and rich.']} />)).toBe('')
})
