import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { titleStep } from '../src/web/ui/title-step.ts'

test('a long title is set smaller, in four steps that all stay at 28 px or more', () => {
  expect([8, 28, 29, 56, 57, 90, 91, 200].map((length) => titleStep('a'.repeat(length)))).toEqual([
    'title-1',
    'title-1',
    'title-2',
    'title-2',
    'title-3',
    'title-3',
    'title-4',
    'title-4',
  ])
  const css = readFileSync('src/web/styles/components.css', 'utf8')
  const smallest = [1, 2, 3, 4].map((step) => {
    const [, size] = new RegExp(`\\.title-${step} \\{\\s+font-size: clamp\\(([\\d.]+)rem`).exec(css)!
    return Number(size) * 16
  })
  expect(smallest).toEqual(smallest.toSorted((one, other) => other - one))
  for (const size of smallest) expect(size).toBeGreaterThanOrEqual(28)
})
