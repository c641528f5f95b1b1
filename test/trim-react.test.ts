import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Unused, unusedReact } from '../scripts/unused-react.ts'
import { findMissingImport, trim } from '../scripts/vite-trim-react.ts'

const nothing: Unused = { functions: {}, tags: [], cases: {}, constants: {}, expressions: {}, statements: [] }
const react = path.resolve(createRequire(import.meta.url).resolve('react-dom'), '../cjs/react-dom-client.production.js')

/** The value of the last expression of a script. */
const run = (code: string): unknown => new Function(`${code}; return result`)()

test('a function that is unused does nothing, and its calls are its value', () => {
  const code = 'function isRare(x) { return x > 1 }\nvar result = [isRare(2), [3].map(isRare)]'
  const trimmed = trim(code, { ...nothing, functions: { isRare: '!1' } })
  expect(trimmed).toContain('[(!1), [3].map(isRare)]')
  expect(run(trimmed)).toEqual([false, [false]])
})

test('a case that does not occur loses its label only, so the cases around it run as before', () => {
  const code = `function describe(fiber) {
    var text = ''
    switch (fiber.tag) {
      case 5: text += 'five '
      case 30: text += 'thirty '
      case 31:
      case 6: return text + 'six'
      case 19: return 'nineteen'
      default: return 'other'
    }
  }
  var result = [5, 6, 7].map((tag) => describe({ tag }))`
  const trimmed = trim(code, { ...nothing, tags: [19, 30, 31] })
  expect(trimmed).not.toMatch(/case (?:19|30|31)/)
  expect(run(trimmed)).toEqual(run(code))
})

test('a first case is removed whole, unless the next one follows it', () => {
  const first = (end: string) => `function get(type) { switch (type) { case RARE: ${end}; default: return 2 } }`
  const unused = { ...nothing, cases: { get: ['RARE'] } }
  expect(trim(first('return 1'), unused)).not.toContain('return 1')
  expect(() => trim(first('type = 1'), unused)).toThrow('The next case follows get RARE')
})

test('comparisons with a tag, and the reads of a variable, become their value', () => {
  const code =
    'var old = 1, other = { old: 5 }; old = 2; var result = [30 === x.tag, 30 !== x.tag, 30 < n, old, other.old]'
  expect(trim(code, { ...nothing, tags: [30], constants: { old: 'null' } })).toBe(
    'var old = 1, other = { old: 5 }; old = 2; var result = [!1, !0, 30 < n, null, other.old]',
  )
})

test('the React of this version has every entry of the table', () => {
  const code = readFileSync(react, 'utf8')
  const trimmed = trim(code, unusedReact)
  expect(trimmed).not.toMatch(/FragmentInstance\.prototype|case REACT_ACTIVITY_TYPE:\n\s+return \(/)
  expect(trimmed.length).toBeLessThan(0.95 * code.length)
})

test('a table with what React does not have fails the build', () => {
  expect(() => trim('var a = 1', { ...nothing, tags: [30], functions: { gone: 'null' } })).toThrow(
    'React has no longer: gone, tag 30',
  )
})

test('an import of what is left out is found', () => {
  expect(findMissingImport("import { useState } from 'react'\nimport { createRoot } from 'react-dom/client'")).toBe(
    'createRoot',
  )
  expect(findMissingImport("import {\n  Activity,\n  useState,\n} from 'react'")).toBe('Activity')
  expect(findMissingImport("import { useState } from 'react'\nimport { Activity } from 'lucide-react'")).toBeUndefined()
})
