import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EarningsSummary } from '../../../contract/shop/earnings.ts'
import { ReferrersPanel } from './readers-panels.tsx'

function render(hiddenReferrers: string[]): string {
  const summary = {
    ...{ startDate: '2026-03-01', endDate: '2026-03-31', viewReasons: [{ reason: 'hidden-referrer', views: 4 }] },
    ...{ funnel: { views: 9, filteredViews: 4, clicks: 0 }, hiddenReferrers },
    referrers: [
      { kind: 'search', host: 'google.com', views: 4 },
      { kind: 'other', host: 'blog.example', views: 3 },
      { kind: 'other', host: 'other', views: 1 },
      { kind: 'direct', host: '', views: 1 },
    ],
  } as unknown as EarningsSummary
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ReferrersPanel summary={summary} />
    </QueryClientProvider>,
  )
}

const namesIn = (html: string) => [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name)

test('a website other than the known search engines and networks can be hidden', () => {
  const html = render([])
  expect(namesIn(html)).toEqual(['Hide blog.example'])
  expect(html).not.toContain('Hidden websites')
  expect(html).toContain('4 from hidden websites')
})

test('hidden websites are listed with what that means for their sums, and can be shown again', () => {
  const html = render(['junk.example', 'spam.example'])
  expect(html).toContain('Earlier views stay in the sums of their days and months.')
  expect(namesIn(html)).toEqual(['Hide blog.example', 'Show junk.example again', 'Show spam.example again'])
})
