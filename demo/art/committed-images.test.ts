import { expect, test } from 'vitest'
import { demoImages } from '../content/images.ts'
import { pictures } from './pictures.ts'
import { findDifferences } from './raster.ts'

test('every image of the demo has a drawing, and every drawing is an image of the demo', () => {
  expect([...pictures.keys()].sort()).toEqual(demoImages.map(({ name }) => name).sort())
})

// Half a minute of one core, and several minutes where other work shares it.
test('the committed images are what npm run demo:art draws', { timeout: 600_000 }, async () => {
  expect(await findDifferences('../images')).toEqual([])
})
