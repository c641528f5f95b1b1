import { expect, test } from 'vitest'
import { focusOfMeta, focusOfPlace, focusOfPosition } from './focal-points.ts'

test.each([
  ['_wpsmartcrop_image_focus', 'a:2:{s:4:"left";s:5:"20.40";s:3:"top";s:2:"75";}', { x: 20, y: 75 }],
  ['_wpsmartcrop_image_focus', 'a:2:{s:4:"left";d:20.4;s:3:"top";i:75;}', { x: 20, y: 75 }],
  ['focalpoint', 'a:2:{s:4:"left";i:0;s:3:"top";i:100;}', { x: 0, y: 100 }],
  ['theiaSmartThumbnails_position', 'a:2:{i:0;d:0.25;i:1;d:0.5;}', { x: 25, y: 50 }],
  ['bg_pos_desktop', '30% 70%', { x: 30, y: 70 }],
  ['bg_pos_desktop', '50% 50%', undefined],
  ['bg_pos_desktop', 'center', undefined],
  ['_wpsmartcrop_image_focus', 'a:2:{s:4:"left";s:3:"900";s:3:"top";s:1:"1";}', undefined],
  ['_wpsmartcrop_image_focus', 'a:2:{s:4:"left";s:0:"";s:3:"top";s:0:"";}', undefined],
])('the focal point of %s is read: %s', (key, value, focus) => {
  expect(focusOfMeta(new Map([[key, [value]]]))).toEqual(focus)
})

test('a focal point is a position of CSS, or a place by its name', () => {
  expect(focusOfPosition(' 12.6% 0% ')).toEqual({ x: 13, y: 0 })
  expect(focusOfPlace('TopLeft')).toEqual({ x: 0, y: 0 })
  expect(focusOfPlace('Smart')).toBeUndefined()
})
