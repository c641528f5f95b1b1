import { expect, test } from 'vitest'
import { leadingStrength } from './leading-strength.ts'

test.each([
  ['2 to 5 percent is plenty for a first bottle. 10 percent is common.', '2–5%'],
  ['About 5 percent for a first one.', '5%'],
  ['0.1-0.3 % for a first one', '0.1–0.3%'],
  ['The amounts are tiny, often far below 1 percent.', ''],
  ['From a few percent in creams to 100 percent in a bottle of its own.', ''],
  ['', ''],
])('the strength of %j is %j', (text, strength) => {
  expect(leadingStrength(text)).toBe(strength)
})
