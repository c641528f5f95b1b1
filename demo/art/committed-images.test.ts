import { expect, inject, test } from 'vitest'
import { demoImages } from '../content/images.ts'
import { drawings } from './draw.ts'
import { findDifferences } from './raster.ts'

// Needs no database: one run is enough.
const check = test.skipIf(inject('databaseUrl') !== undefined)

check('every image of the demo has a drawing', () => {
  expect([...drawings.keys()]).toEqual(demoImages.map(({ name }) => name))
})

check('the committed images are what npm run demo:art draws', { timeout: 120_000 }, async () => {
  expect(await findDifferences('demo/images')).toEqual([])
})
