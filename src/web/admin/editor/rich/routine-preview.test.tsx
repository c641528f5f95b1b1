// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { RoutineStep } from '../../../../contract/content/routines.ts'
import { RoutinePreview } from './routine-preview.tsx'

const step: RoutineStep = {
  time: 'morning',
  kind: 'Cleanser',
  product: null,
  amount: 'A pea',
  often: '',
  wait: 'one minute',
  why: 'It is gentle.',
  swapProduct: null,
  swap: 'water alone',
}

function render(...steps: RoutineStep[]): HTMLElement {
  const body = document.createElement('div')
  body.innerHTML = renderToStaticMarkup(<RoutinePreview routine={{ steps }} />)
  return body
}

test('a routine in the editor lists its steps by time of day, each with amount, wait, reason and swap', () => {
  const body = render(step, { ...step, kind: 'Sunscreen', swap: '' }, { ...step, time: 'evening', wait: '' })
  expect([...body.querySelectorAll('[data-part="time"]')].map((title) => title.textContent)).toEqual([
    'Morning',
    'Evening',
  ])
  expect([...body.querySelectorAll('ol')].map((list) => list.children.length)).toEqual([2, 1])
  const lines = [...body.querySelectorAll('li:first-child')].map((item) =>
    [...item.children].map((line) => line.textContent),
  )
  expect(lines).toEqual([
    ['Cleanser', 'A pea · wait one minute', 'It is gentle.', 'For sensitive skin: water alone'],
    ['Cleanser', 'A pea', 'It is gentle.', 'For sensitive skin: water alone'],
  ])
})

test('a time of day without steps has no list', () => {
  expect(render(step).querySelectorAll('ol')).toHaveLength(1)
})
