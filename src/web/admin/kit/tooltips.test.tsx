// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltips } from './tooltips.tsx'

const root = createRoot(document.createElement('div'))

beforeEach(async () => {
  vi.useFakeTimers()
  document.body.innerHTML = '<dialog open><button data-tooltip="Close"></button></dialog>'
  HTMLElement.prototype.showPopover = function () {
    if (!this.isConnected) throw new DOMException('Invalid on disconnected popover elements', 'InvalidStateError')
  }
  await act(async () => root.render(<Tooltips />))
})
afterEach(async () => {
  await act(async () => root.render(null))
  vi.useRealTimers()
})

/** Points at the button of the dialog, and waits for its tooltip. */
async function point(between = () => {}): Promise<string> {
  const event = new MouseEvent('pointerover', { bubbles: true })
  Object.assign(event, { pointerType: 'mouse' })
  document.querySelector('button')!.dispatchEvent(event)
  between()
  await act(async () => void vi.runAllTimers())
  return document.querySelector('[data-tooltip-text]')?.textContent ?? ''
}

test('a tooltip stands in the dialog of its button', async () => {
  expect(await point()).toBe('Close')
})

test('a button that is gone before its tooltip stands has none', async () => {
  expect(await point(() => document.querySelector('dialog')!.remove())).toBe('')
})
