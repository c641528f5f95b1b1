// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LeftOutNote } from './pin-panel.tsx'

test('the pin panel names the characters that the pin leaves out', () => {
  const render = (...missing: string[]) => renderToStaticMarkup(<LeftOutNote missing={missing} />)
  expect(render('🧴', '皮')).toContain('The pin leaves out characters that no font of the server has: 🧴 皮')
  expect(render('🧴')).toContain('The pin leaves out a character that no font of the server has: 🧴')
  expect(render()).toBe('')
})
