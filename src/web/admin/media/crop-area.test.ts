import { expect, test } from 'vitest'
import { areaBetween, largestArea, within } from './crop-area.ts'

const size = { width: 400, height: 200 }

test('the largest part in a ratio is in the middle', () => {
  expect(largestArea(size)).toEqual({ left: 0, top: 0, width: 400, height: 200 })
  expect(largestArea(size, 1)).toEqual({ left: 100, top: 0, width: 200, height: 200 })
  expect(largestArea(size, 4)).toEqual({ left: 0, top: 50, width: 400, height: 100 })
})

test('an area is drawn in any direction and ends at the edges', () => {
  const area = { left: 100, top: 50, width: 100, height: 100 }
  expect(areaBetween({ x: 100, y: 50 }, { x: 200, y: 150 }, size)).toEqual(area)
  expect(areaBetween({ x: 200, y: 150 }, { x: 100, y: 50 }, size)).toEqual(area)
  expect(areaBetween({ x: 300, y: 100 }, { x: 900, y: 900 }, size)).toEqual({
    left: 300,
    top: 100,
    width: 100,
    height: 100,
  })
})

test('an area keeps its ratio within the picture', () => {
  expect(areaBetween({ x: 0, y: 0 }, { x: 100, y: 20 }, size, 1)).toEqual({ left: 0, top: 0, width: 100, height: 100 })
  expect(areaBetween({ x: 350, y: 0 }, { x: 900, y: 900 }, size, 1)).toEqual({
    left: 350,
    top: 0,
    width: 50,
    height: 50,
  })
  expect(areaBetween({ x: 350, y: 150 }, { x: 0, y: 140 }, size, 1)).toEqual({
    left: 200,
    top: 0,
    width: 150,
    height: 150,
  })
})

test('an area has whole pixels, a smallest size and stays inside', () => {
  expect(within({ left: 399, top: -5, width: 3, height: 10.4 }, size)).toEqual({
    left: 384,
    top: 0,
    width: 16,
    height: 16,
  })
})
