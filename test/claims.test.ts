import { expect, test } from 'vitest'
import { findClaims } from '../src/contract/content/claims.ts'

test.each([
  ['It cures acne and HEALS scars, and treats  rosacea.', ['cures', 'heals', 'treats', 'rosacea']],
  ['My eczema was gone; eczema is no joke.', ['eczema']],
  ['An acne treatment that is clinically proven', ['acne treatment', 'clinically proven']],
  ['The best treatment for acne', ['treatment for acne']],
  ['Anti-inflammatory and antibacterial', ['anti-inflammatory', 'antibacterial']],
  ['Heilt? It healed me.', ['healed']],
])('“%s” claims that something is treated', (text, words) => expect(findClaims(text)).toEqual(words))

test.each([
  'Treat yourself: a little treat for Sunday, and the treats that last.',
  'Treat your skin to a rest, and treat your face to this mask.',
  'A treatment serum in a spot treatment bottle.',
  'It does not cure anything, cannot heal, and isn’t a cure.',
  'Secure lid, healthy look, procured in Lyon, retreats, manicured and entreats.',
  'Please ask a doctor about rosacea.',
  '',
])('“%s” claims nothing', (text) => expect(findClaims(text)).toEqual([]))
