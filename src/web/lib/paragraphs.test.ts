import { expect, test } from 'vitest'
import { paragraphsOf } from './paragraphs.ts'

test('blank lines separate the paragraphs of the bio', () => {
  expect(paragraphsOf('Hello.\n\nI write.\r\n\r\nI read.')).toEqual(['Hello.', 'I write.', 'I read.'])
})

test('a line break alone starts no paragraph', () => {
  expect(paragraphsOf('Hello,\nworld.')).toEqual(['Hello,\nworld.'])
})

test('lines of spaces and empty ends make no empty paragraphs', () => {
  expect(paragraphsOf('\n\nHello.\n  \n\n\nBye.\n')).toEqual(['Hello.', 'Bye.'])
  expect(paragraphsOf('')).toEqual([])
})
