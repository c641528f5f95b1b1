import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { VariantMaker } from './image-variants.ts'
import { createVariantWarming } from './warm-variants.ts'

test('variants of a new image are made ahead while the site is open, and a failure is logged', async () => {
  const made: string[] = []
  const logged: string[] = []
  const make: VariantMaker['make'] = async (key, width, format) => {
    if (key === 'broken') throw new Error('no space left')
    made.push(`${key} ${width} ${format}`)
    return undefined
  }
  const warming = createVariantWarming({
    variants: { make },
    log: pino({}, { write: (line: string) => void logged.push(line) }),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  warming.warm('early', [480])
  warming.open()
  warming.warm('new', [480, 800])
  warming.warm('broken', [480])
  await settle()
  warming.close()
  warming.warm('late', [480])
  await settle()
  expect(made).toEqual(['new 480 avif', 'new 800 avif'])
  expect(logged.join()).toContain('creating the widths of a new image failed')
})
