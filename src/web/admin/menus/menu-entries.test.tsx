// @vitest-environment jsdom
import { fireEvent, getByRole } from '@testing-library/dom'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { toDraftEntry } from './menu-draft.ts'
import { MenuEntries } from './menu-entries.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

function Menu() {
  const [entries, onChange] = useState(() =>
    ['/blog', '/shop'].map((href) =>
      toDraftEntry({ label: href.slice(1), target: { kind: 'address', href }, isHidden: false }),
    ),
  )
  return (
    <MenuEntries
      name="Main menu"
      entries={entries}
      destinations={new Map()}
      faultOf={() => undefined}
      onChange={onChange}
      onPicked={() => undefined}
    />
  )
}

test('the new place of a menu entry is announced politely, and its button keeps the focus', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Menu />))
  await act(async () => void fireEvent.click(getByRole(document.body, 'button', { name: 'Move shop up' })))
  expect(document.querySelector('[aria-live=polite]')?.textContent).toBe('shop is number 1 of 2')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move shop down')
  await act(async () => root.unmount())
})
