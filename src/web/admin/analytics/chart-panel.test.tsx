// @vitest-environment jsdom
import { act, lazy } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ChartPanel } from './chart-panel.tsx'

test('the chart and its hidden table come once the page is idle, after what the owner sees first', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const load = vi.fn(async () => ({ default: () => <svg /> }))
  const Chart = lazy(load)
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.querySelector('div')!)
  const table = {
    caption: 'Clicks by day',
    headers: ['Date', 'Clicks'],
    rows: [{ key: 1, name: 'Jul 1', numbers: ['42'] }],
  }
  await act(async () => root.render(<ChartPanel title="Clicks" description="By day" chart={<Chart />} {...table} />))
  expect(document.body.textContent).toContain('By day')
  expect(document.querySelector('table')).toBeNull()
  expect(load).not.toHaveBeenCalled()
  const frame = document.querySelector('[aria-hidden="true"].h-\\[300px\\]')!
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(load).toHaveBeenCalledOnce()
  expect(frame.querySelector('svg')).not.toBeNull()
  expect(document.querySelector('table')?.textContent).toContain('42')
  await act(async () => root.unmount())
})
