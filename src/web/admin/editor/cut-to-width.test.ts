import { expect, test } from 'vitest'
import { cutToWidth } from './cut-to-width.ts'

const tenEach = (text: string) => text.length * 10

test('a text is cut between two words where it is wider than its line, whatever its characters', () => {
  expect(cutToWidth('Niacinamide for beginners', 250, tenEach)).toBe('Niacinamide for beginners')
  expect(cutToWidth('Niacinamide for beginners', 240, tenEach)).toBe('Niacinamide for …')
  expect(cutToWidth('Supercalifragilistic', 100, tenEach)).toBe('Supercal …')
  const wide = (text: string) => [...text].reduce((sum, character) => sum + (character === 'i' ? 4 : 16), 0)
  expect(cutToWidth('iiii iiii iiii iiii', 150, wide)).toBe('iiii iiii iiii iiii')
  expect(cutToWidth('WWWW WWWW WWWW', 150, wide)).toBe('WWWW …')
})
