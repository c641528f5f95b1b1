// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { emptyAnswers } from './empty-answers.ts'

const faq = (...items: string[]) => `<section data-block="faq">${items.join('')}</section>`
const item = (question: string, answer: string) => `<details><summary>${question}</summary>${answer}</details>`

test('an answer without text or picture is empty, with its question and its place among all questions', () => {
  const html = `${faq(item('Why?', '<p>Because.</p>'), item('How often?', '<p> </p>'))}<p>Text</p>${faq(
    item('', '<p></p><p><br></p>'),
    item('Which one?', '<p><img src="/media/a.jpg" alt=""></p>'),
  )}`
  expect(emptyAnswers(html)).toEqual([
    { at: 1, question: 'How often?' },
    { at: 2, question: '' },
  ])
})

test('a question outside of a block of questions and a text without any are complete', () => {
  expect(emptyAnswers(item('Why?', '<p></p>'))).toEqual([])
  expect(emptyAnswers('<p>Text</p>')).toEqual([])
})
