import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * When an element is inserted, Chromium applies a sibling combinator whose left side names neither an attribute nor a class to
 * the whole parent: each element that its right side may mean is styled again, of the text of a post all of them.
 */
test.each(['prose', 'blocks', 'editor'])('a new line in a long text does not style all of it again: %s.css', (name) => {
  const css = readFileSync(`src/web/styles/${name}.css`, 'utf8').replaceAll(
    /\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g,
    '',
  )
  const selectors = [...css.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector.trim())
  const wide = selectors.filter((selector) =>
    /(?:^|[\s>(,])(?:\*|[a-z]\w*|:is\([\w, ]+\))\s*(?:\+\s*\*|~)/.test(selector),
  )
  expect(wide).toEqual([])
})
