import { readdirSync, readFileSync } from 'node:fs'
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
  const steps = [1, 2, 3, 4].map((step) => {
    const [, sizes] = new RegExp(`\\.title-${step} \\{\\s+@apply ([^;]+);`).exec(css)!
    return [...sizes!.matchAll(/text-(\d+)/g)].map(([, size]) => Number(size))
  })
  for (const edge of [0, -1]) {
    const sizes = steps.map((step) => step.at(edge)!)
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
    for (const size of sizes) expect(size).toBeGreaterThanOrEqual(28)
  }
})

test('every size of text in the styles of the public site is a token', () => {
  const folder = 'src/web/styles'
  const files = readdirSync(folder).filter((name) => /^(?!admin|editor).+[.]css$/.test(name))
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const screen = readFileSync(`${folder}/${file}`, 'utf8')
    const sizes = [...screen.matchAll(/font-size: ([^;]+);/g)].map(([, size]) => size!)
    const others = sizes.filter((size) => !/^var[(]--text-(13|15|18|22|28|36|48|64)[)]$|^[\d.]+pt$/.test(size))
    // The one is that of fields under a thumb, the other that of printed addresses.
    expect(
      others.filter((size) => !['max(var(--text-18), 16px)', '0.8em'].includes(size)),
      file,
    ).toEqual([])
  }
})
