import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Placement,
  placementCode,
  placementPositions,
  placementSources,
  readPlacementCode,
} from '../src/contract/shop/placements.ts'

const id = fc.option(fc.integer({ min: 1, max: 2_147_483_647 }), { nil: undefined })
const placement: fc.Arbitrary<Placement> = fc
  .record({
    source: fc.constantFrom(...placementSources),
    position: fc.constantFrom(...placementPositions),
    sourceId: id,
    productId: id,
  })
  .map(({ source, position, sourceId, productId }) => ({
    source,
    position,
    ...(sourceId && { sourceId }),
    ...(productId && { productId }),
  }))

test('a code is read back as its placement, in any case, and is short and plain', () => {
  fc.assert(
    fc.property(placement, (place) => {
      const code = placementCode(place)
      expect(code).toMatch(/^[a-z\d]{6,27}$/)
      expect(readPlacementCode(` ${code.toUpperCase()}`)).toEqual(place)
    }),
  )
})

test('a changed character makes no other placement', () => {
  fc.assert(
    fc.property(
      placement,
      fc.nat(),
      fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
      (place, at, character) => {
        const code = placementCode(place)
        const index = at % code.length
        const changed = code.slice(0, index) + character + code.slice(index + 1)
        if (changed !== code) expect(readPlacementCode(changed)).toBeUndefined()
      },
    ),
  )
})

test('another text is not read as a code', () => {
  for (const text of ['', 'd1', 'homepage', 'd1tb12', 'D1-TB', 'd1tb012p4aa', 'spring_sale', 'd1tb99999999999aa'])
    expect(readPlacementCode(text)).toBeUndefined()
})
