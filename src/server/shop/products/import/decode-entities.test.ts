import { expect, test } from 'vitest'
import { decodeEntities } from './decode-entities.ts'

test.each([
  ['&Oacute;leo &Ntilde; &Ocirc; &scaron; &Ccaron;', 'Óleo Ñ Ô š Č'],
  ['2 &times; 30 ml &bull; &frac12; m&sup2; n&ordm; &acute; &prime; &rarr;', '2 × 30 ml • ½ m² nº ´ ′ →'],
  ['sun&shy;screen&thinsp;50', 'sun\u00adscreen\u200950'],
  ['L&#146;Or&#233;al &#150; &#x80;', 'L’Oréal – €'],
])('%s is decoded', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded)
})

test.each(['&unknown;', '&copy=2', 'A &amp', '&#0;', '&#7;', '&#10;', '&#129;', '&#xD800;', '&#x110000;', '&NewLine;'])(
  '%s stays',
  (text) => {
    expect(decodeEntities(text)).toBe(text)
  },
)
