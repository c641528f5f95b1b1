import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })

test('every list with row selection offers all rows that match, and its actions take them', () => {
  const selecting = Object.entries(sources).filter(
    ([path, text]) => !path.includes('.test.') && /= useSelection\(/.test(text),
  )
  expect(selecting.length).toBeGreaterThan(5)
  for (const [path, text] of selecting) {
    // The table shows the offer by itself; a list of another shape has to.
    expect(text, path).toMatch(/<DataTable|<SelectWhole|useCatalogue/)
    expect(text, `${path} acts on the rows of the page alone`).not.toMatch(/selection\.shown(?!\.length)/)
  }
})
