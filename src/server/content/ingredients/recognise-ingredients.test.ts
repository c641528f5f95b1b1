import { expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { INGREDIENT_LIST_MAX, RECOGNISED_MAX } from '../../../contract/content/ingredients.ts'
import { recogniseIngredients } from './recognise-ingredients.ts'

const known = (id: number, name: string, ...others: string[]) => ({
  ...{ id, name, slug: name.toLowerCase(), inci: '', isActive: true },
  names: [name, ...others],
})
const dictionary = [
  known(1, 'Water', 'Aqua'),
  known(2, 'Glycerin'),
  known(3, 'Vitamin E', 'Tocopherol'),
  known(4, '1,2-Hexanediol'),
  known(5, 'Salicylic acid'),
  known(6, 'Liquorice root', 'Glycyrrhiza glabra var. dulcis root extract'),
]

/** What was recognised as names, unknown entries in brackets. */
function read(list: string): string[] {
  return recogniseIngredients(list, dictionary).names.map(({ text, ingredient }) => ingredient?.name ?? `[${text}]`)
}

test.each([
  ['commas', 'Aqua, Glycerin, Alcohol', ['Water', 'Glycerin', '[Alcohol]']],
  ['a heading', 'INGREDIENTS: AQUA, GLYCERIN', ['Water', 'Glycerin']],
  ['sides of a slash', 'Aqua / Water / Eau, Parfum/Fragrance', ['Water', '[Parfum/Fragrance]']],
  ['parentheses', 'Tocopherol (Vitamin E), Water (Aqua)', ['Vitamin E', 'Water']],
  ['a comma in parentheses', 'Blend (Glycerin, Rosa), Aqua', ['Glycerin', 'Water']],
  ['asterisks and daggers', 'Glycerin*, *Aqua†, Linalool**', ['Glycerin', 'Water', '[Linalool]']],
  ['percentages', 'Salicylic Acid 2%, 0.5 % Tocopherol, Glycerin (5%)', ['Salicylic acid', 'Vitamin E', 'Glycerin']],
  ['a comma in a number', '1,2-Hexanediol, Aqua', ['1,2-Hexanediol', 'Water']],
  ['may contain', 'Aqua. May contain: CI 77491, Glycerin', ['Water', '[CI 77491]', 'Glycerin']],
  ['plus and minus', 'Aqua [+/- CI 77492, Glycerin]', ['Water', '[CI 77492]', 'Glycerin']],
  ['lines and bullets', '• Aqua\n• Glycerin\n\n• Rosa', ['Water', 'Glycerin', '[Rosa]']],
  ['a dot inside a name', 'Glycyrrhiza Glabra var. Dulcis Root Extract, Aqua.', ['Liquorice root', 'Water']],
  ['an open parenthesis', 'Aqua (Water, Glycerin, Rosa', ['Water', 'Glycerin', '[Rosa]']],
  ['the same name twice', 'Aqua, Water, Rosa, ROSA', ['Water', '[Rosa]']],
  [
    'groups',
    'Active ingredients: Salicylic acid 2%. Inactive ingredients: Aqua, Glycerin',
    ['Salicylic acid', 'Water', 'Glycerin'],
  ],
  ['nothing', ' , ;; 12 %, *', []],
])('a list with %s is read', (_, list, expected) => {
  expect(read(list)).toEqual(expected)
})

test('a long list is cut, and says so', () => {
  const { names, isCut } = recogniseIngredients(
    Array.from({ length: 300 }, (_, i) => `name ${i}`).join(','),
    dictionary,
  )
  expect(names).toHaveLength(RECOGNISED_MAX)
  expect(isCut).toBe(true)
})

test.each(['(', ' ', '\n', ',', '%', '9', '(a', '+ ', '. ', '* '])(
  'many repetitions of %j are read in time',
  (part) => {
    const started = cpuTime()
    read(part.repeat(INGREDIENT_LIST_MAX / part.length))
    expect(cpuTime() - started).toBeLessThan(1500)
  },
)
