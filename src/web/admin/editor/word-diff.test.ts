import { expect, test } from 'vitest'
import { diffWords, onlyAround } from './word-diff.ts'

test('two texts are compared word by word', () => {
  expect(diffWords('wash your face', 'wash your hands')).toEqual([
    { text: 'wash your ', kind: 'same' },
    { text: 'face', kind: 'gone' },
    { text: 'hands', kind: 'new' },
  ])
})

test('changes with hardly a word between them are shown as a phrase in place of another', () => {
  expect(
    diffWords('Begin: a first paragraph that stays as it is', 'Begin: theirs is another text that stays as it is'),
  ).toEqual([
    { text: 'Begin: ', kind: 'same' },
    { text: 'a first paragraph ', kind: 'gone' },
    { text: 'theirs is another text ', kind: 'new' },
    { text: 'that stays as it is', kind: 'same' },
  ])
})

test('of a long unchanged stretch only what surrounds the changes is shown', () => {
  const long = 'word '.repeat(400)
  const parts = onlyAround(diffWords(`a ${long}end`, `b ${long}end`))
  expect(parts.map(({ kind }) => kind)).toEqual(['gone', 'new', 'same'])
  expect(parts[2]!.text.length).toBeLessThan(140)
  expect(parts[2]!.text).toContain(' … ')
})
