import { expect, test } from 'vitest'
import { findMenuBlocks } from './find-menu-blocks.ts'

const labels = (query: string) => findMenuBlocks(query).map(({ label }) => label)

test('the menu has each block once, in its groups, between what the editor has anyway', () => {
  expect(labels('')).toEqual([
    ...['Heading 2', 'Heading 3', 'Bulleted list', 'Numbered list', 'Quote'],
    ...['Picture', 'Side by side', 'Before and after', 'Gallery'],
    ...['Callout', 'Questions and answers', 'Button', 'Video', 'Table', 'Divider line'],
    ...['Product box', 'Several products'],
    ...['Product review', 'Margin note', 'Comparison of products', 'Top picks', 'Routine', 'Ingredient card'],
    ...['Do and do not', 'Patch test', 'Talk to a doctor', 'Timeline of weeks'],
  ])
})

test('a search finds blocks by their words too, those whose label begins with it first', () => {
  expect(labels('comp')).toEqual(['Comparison of products', 'Before and after'])
  expect(labels('faq')).toEqual(['Questions and answers'])
})
