import { expect, test } from 'vitest'
import { createBoundedParser, DEPTH_MAX, TOKEN_CHARACTERS_MAX, UnboundedMarkup } from './bounded-parser.ts'

const xmlMode = { xmlMode: true }
const chunk = 'x'.repeat(64 * 1024)

/** The names of the elements that are read from these parts. */
function read(parts: Iterable<string>, options = {}): string[] {
  const names: string[] = []
  const parser = createBoundedParser({ onopentag: (name) => names.push(name) }, options)
  for (const part of parts) parser.write(part)
  parser.end()
  return names
}

function* longToken(start: string) {
  yield start
  for (let written = 0; written <= TOKEN_CHARACTERS_MAX; written += chunk.length) yield chunk
}

test.each([
  ['a comment', '<!--'],
  ['a CDATA section', '<![CDATA['],
  ['a declaration', '<?'],
  ['the name of a tag', '<'],
  ['an attribute', '<a b="'],
])('%s over 1 MB ends the reading', (_, start) => {
  expect(() => read(longToken(`<r/>${start}`), xmlMode)).toThrow(UnboundedMarkup)
})

test('a tag with too many attributes ends the reading', () => {
  const attributes = function* () {
    yield '<a'
    for (let count = 0; count < 80_000; count++) yield ` attribute${count}="1"`
  }
  expect(() => read(attributes(), xmlMode)).toThrow(UnboundedMarkup)
})

test('long texts and many elements are read, and so are 100 open elements and no more', () => {
  expect(read(longToken('<r>'), xmlMode)).toEqual(['r'])
  expect(read(['<br><img>'.repeat(500)])).toHaveLength(1000)
  expect(read(['<b>'.repeat(DEPTH_MAX)])).toHaveLength(DEPTH_MAX)
  expect(() => read(['<b>'.repeat(DEPTH_MAX + 1)])).toThrow(UnboundedMarkup)
})

test('a million open elements end at once', () => {
  expect(() => read(['<a>'.repeat(1_300_000)], xmlMode)).toThrow(UnboundedMarkup)
})
