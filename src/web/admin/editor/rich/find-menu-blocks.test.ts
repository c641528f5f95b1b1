// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { blockNames } from '../../../../contract/content/blocks.ts'
import { menuGroups } from './blocks/editor-block.ts'
import { findMenuBlocks } from './find-menu-blocks.ts'

const labels = (query: string) => findMenuBlocks(query).map(({ label }) => label)
const labelsOf = (group: string) => findMenuBlocks('').flatMap((entry) => (entry.group === group ? [entry.label] : []))

test('the menu has every block but a pick, in its groups, between what the editor has anyway', () => {
  const anyway = 8
  expect(labels('')).toHaveLength(blockNames.length - 1 + anyway)
  expect(labels('')).toEqual(menuGroups.flatMap(labelsOf))
  expect(new Set(labels('')).size).toBe(labels('').length)
  expect(labelsOf('Text')).toEqual(['Heading 2', 'Heading 3', 'Bulleted list', 'Numbered list', 'Quote'])
  expect(labelsOf('Pictures').slice(0, 2)).toEqual(['Picture', 'Side by side'])
  expect(labelsOf('Blocks').slice(-3)).toEqual(['Video', 'Table', 'Divider line'])
  expect(labelsOf('Products')[0]).toBe('Product box')
  expect(labelsOf('Skincare')[0]).toBe('Product review')
})

test('a search finds blocks by their words too, those whose label begins with it first', () => {
  expect(labels('comp')).toEqual(['Comparison of products', 'Before and after'])
  expect(labels('faq')).toEqual(['Questions and answers'])
})
