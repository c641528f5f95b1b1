import { expect, inject, test } from 'vitest'
import { demoImages } from '../content/images.ts'
import { pictures } from './pictures.ts'
import { findDifferences } from './raster.ts'

// Needs no database: one run is enough.
const check = test.skipIf(inject('databaseUrl') !== undefined)

check('every image of the demo has a drawing, and every drawing is an image of the demo', () => {
  expect([...pictures.keys()].sort()).toEqual(demoImages.map(({ name }) => name).sort())
})

// Half a minute of one core, and several minutes where other work shares it.
check('the committed images are what npm run demo:art draws', { tags: ['full'], timeout: 600_000 }, async () => {
  expect(await findDifferences('demo/images')).toEqual([])
})
