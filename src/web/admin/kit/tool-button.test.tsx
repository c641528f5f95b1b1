import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IconButton, ToolButton } from './tool-button.tsx'

test('a disabled button can keep the focus, since the browser does not disable it', () => {
  for (const button of [
    <ToolButton key="tool" disabled>
      Refresh
    </ToolButton>,
    <IconButton key="icon" label="Refresh" disabled>
      …
    </IconButton>,
  ]) {
    const html = renderToStaticMarkup(button)
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toMatch(/\sdisabled\b/)
  }
})

test('a button that is not disabled is not marked', () => {
  expect(renderToStaticMarkup(<ToolButton disabled={false}>Refresh</ToolButton>)).not.toMatch(/\s(aria-)?disabled=/)
})
