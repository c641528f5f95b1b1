import { expect, test } from 'vitest'
import { abbreviateUnchanged, diffWords } from './word-diff.ts'

test('diffs two texts word by word', () => {
  expect(diffWords('wash your face', 'wash your hands')).toEqual([
    { text: 'wash your ', kind: 'same' },
    { text: 'face', kind: 'removed' },
    { text: 'hands', kind: 'added' },
  ])
})

test('changes separated by less than two words are merged into one replaced phrase', () => {
  expect(
    diffWords('Begin: a first paragraph that stays as it is', 'Begin: theirs is another text that stays as it is'),
  ).toEqual([
    { text: 'Begin: ', kind: 'same' },
    { text: 'a first paragraph ', kind: 'removed' },
    { text: 'theirs is another text ', kind: 'added' },
    { text: 'that stays as it is', kind: 'same' },
  ])
})

test('a long unchanged part is shortened to the context of the changes', () => {
  const long = 'word '.repeat(400)
  const parts = abbreviateUnchanged(diffWords(`a ${long}end`, `b ${long}end`))
  expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added', 'same'])
  expect(parts[2]!.text.length).toBeLessThan(140)
  expect(parts[2]!.text).toContain(' … ')
})
