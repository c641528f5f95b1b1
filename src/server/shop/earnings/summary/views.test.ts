import { expect, test } from 'vitest'
import { makePost } from '../../../../../test/factories.ts'
import { awinReport, importReport } from '../../../../../test/import-report.ts'
import { testApp } from '../../../../../test/test-app.ts'
import type { EarningsSummary } from '../../../../contract/shop/earnings.ts'
import { codeOfPlace } from '../../../../contract/shop/link-places.ts'
import { placementCode } from '../../../../contract/shop/placements.ts'
import { addPageViews } from '../../analytics/page-views.repo.ts'
import { addClicks } from '../../analytics/totals.repo.ts'

const march = 'startDate=2026-03-01&endDate=2026-03-31'

/** Two posts with views, one of them with a sale of 5.25, and views of the month before. */
async function filled() {
  const app = await testApp()
  const serums = await makePost(app.db, { slug: 'serums', title: 'Serums' })
  const masks = await makePost(app.db, { slug: 'masks', title: 'Masks' })
  await app.db
    .insertInto('redirects')
    .values({ kind: 'posts', from_slug: 'old-serums', target_id: serums, created_at: '2026-03-01T00:00:00.000Z' })
    .execute()
  const view = (path: string, views: number, over: object = {}) => ({
    ...{ day: '2026-03-05', path, kind: 'direct', host: '', reason: '', is_demo: 0, views },
    ...over,
  })
  await addPageViews(app.db, [
    view('/blog/serums', 300),
    view('/blog/serums', 150, { kind: 'search', host: 'google.com', day: '2026-03-06' }),
    view('/blog/old-serums', 50),
    view('/blog/serums', 40, { kind: '', reason: 'bot' }),
    view('/blog/masks', 1000, { kind: 'social', host: 'pinterest.com' }),
    view('/blog/masks', 7, { kind: '', reason: 'prefetch' }),
    view('/', 500),
    view('/blog/none', 2),
    view('/blog/serums', 60, { day: '2026-02-20' }),
    view('/blog/serums', 9, { day: '2026-04-01' }),
  ])
  const click = { productId: null, filteredReason: null }
  await addClicks(app.db, [
    { ...click, day: '2026-03-05', postId: serums },
    { ...click, day: '2026-03-06', postId: serums },
    { ...click, day: '2026-03-06', postId: masks },
    { ...click, day: '2026-03-06', postId: null },
    { ...click, day: '2026-02-20', postId: masks },
  ])
  const ref = placementCode({ source: 'post', sourceId: serums, position: 'text' })
  await importReport(app, awinReport([{ id: 1, commission: '5.25', ref }]))
  const response = await app.asOwner(`/api/earnings?${march}`)
  expect(response.status).toBe(200)
  return { app, summary: (await response.json()) as EarningsSummary }
}

test('the summary divides earnings by views and clicks of the period, with the period before', async () => {
  const { summary } = await filled()
  expect(summary.funnel).toEqual({ views: 2002, filteredViews: 47, clicks: 4 })
  expect(summary.previous).toMatchObject({ views: 60, filteredViews: 0, clicks: 1 })
  expect(summary.referrers).toEqual([
    { kind: 'social', host: 'pinterest.com', views: 1000 },
    { kind: 'direct', host: '', views: 852 },
    { kind: 'search', host: 'google.com', views: 150 },
  ])
  expect(summary.viewReasons).toEqual([
    { reason: 'bot', views: 40 },
    { reason: 'prefetch', views: 7 },
  ])
  expect(summary.days.filter(({ views }) => views > 0).map(({ date, views }) => [date, views])).toEqual([
    ['2026-03-05', 1852],
    ['2026-03-06', 150],
  ])
})

test('a hidden website leaves the list of referrers with its subdomains, and earlier sums stay', async () => {
  const { app } = await filled()
  const row = { day: '2026-03-05', path: '/', kind: 'other', reason: '', is_demo: 0 } as const
  const subdomains = Array.from({ length: 60 }, (_, number) => ({ ...row, host: `${number}.spam.example`, views: 900 }))
  await addPageViews(app.db, [
    { ...row, host: 'spam.example', views: 970 },
    ...subdomains,
    { ...row, host: 'notspam.example', views: 1 },
  ])
  const read = async () => (await (await app.asOwner(`/api/earnings?${march}`)).json()) as EarningsSummary
  const hosts = ({ referrers }: EarningsSummary) => referrers.map(({ host }) => host)
  const hide = (host: string) => app.asOwner('/api/earnings/hidden-referrers', { json: { host } })
  const show = () => app.asOwner('/api/earnings/hidden-referrers/spam.example', { method: 'DELETE' })

  expect(hosts(await read())).toContain('spam.example')
  for (const fault of ['not a host', '[::1', 'Other']) expect((await hide(fault)).status).toBe(400)
  for (const host of ['WWW.Spam.example', 'spam.example']) {
    const response = await hide(host)
    expect([response.status, await response.json()]).toEqual([200, { host: 'spam.example' }])
  }
  const hidden = await read()
  expect(hosts(hidden)).toEqual(['pinterest.com', '', 'google.com', 'notspam.example'])
  expect(hidden.hiddenReferrers).toEqual(['spam.example'])
  expect(hidden.funnel.views).toBe(2002 + 970 + 60 * 900 + 1)

  expect((await show()).status).toBe(200)
  expect((await show()).status).toBe(404)
  const shown = await read()
  expect(hosts(shown)).toContain('spam.example')
  expect(shown.hiddenReferrers).toEqual([])
})

test('a post has its views under all its slugs, and a line without any sale', async () => {
  const { summary } = await filled()
  expect(summary.groups.place).toMatchObject([
    { name: 'Serums', sales: 1, earned: 525, clicks: 2, views: { people: 500, filtered: 40 } },
    { name: 'Masks', sales: 0, earned: 0, clicks: 1, views: { people: 1000, filtered: 7 } },
  ])
  expect(summary.groups.place).toHaveLength(2)
})

test('a link of a text without a product: its sub-id, its clicks and its orders meet in the line of the post', async () => {
  const app = await testApp()
  for (const [sale, kind] of (['post', 'page'] as const).entries()) {
    const link = `https://www.awin1.com/cread.php?awinmid=1&awinaffid=7&p=${kind}`
    const id = await makePost(app.db, {
      ...{ slug: `a-${kind}`, title: `A ${kind}`, kind },
      content: `<p>From <a href="${link.replaceAll('&', '&amp;')}">this shop</a>.</p>`,
    })
    const read = await app.request(`/api/${kind}s/a-${kind}`)
    const { content } = (await read.json()) as { content: string }
    const [, href, attributes] = /<a href="([^"]*)"([^>]*)>this shop/.exec(content)!
    expect(attributes).toContain('data-affiliate="post-text"')
    expect(attributes).not.toContain('data-product-id')
    const code = new URL(href!.replaceAll('&amp;', '&')).searchParams.get('clickref')!
    // What the browser reports: it has the id of the row and whether it is a page.
    expect(codeOfPlace('post-text', { sourceId: id, productId: null, isPage: kind === 'page' })).toBe(code)
    const clicked = await app.request('/api/analytics/click', {
      json: { linkId: 'post-text', productId: null, postId: id, placement: code },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0', 'sec-fetch-site': 'same-origin' },
    })
    expect(clicked.status).toBe(202)
    await importReport(app, awinReport([{ id: sale, commission: '5.25', ref: code }]))
  }
  const response = await app.asOwner(`/api/earnings?${march}`)
  const { groups, funnel } = (await response.json()) as EarningsSummary
  expect(funnel.clicks).toBe(2)
  expect(groups.place.map(({ name, clicks, sales, earned }) => ({ name, clicks, sales, earned }))).toEqual([
    { name: 'A page', clicks: 1, sales: 1, earned: 525 },
    { name: 'A post', clicks: 1, sales: 1, earned: 525 },
  ])
})

test('the file of views adds up to the numbers of the tab', async () => {
  const { app, summary } = await filled()
  const response = await app.asOwner(`/api/earnings/views.csv?${march}`)
  expect(response.headers.get('content-disposition')).toContain('views-2026-03-01-to-2026-03-31.csv')
  const [header, ...lines] = (await response.text()).replace('\uFEFF', '').trim().split(/\r?\n/)
  expect(header).toBe('page,referrer kind,referrer,filtered because,views')
  const sums = { people: 0, filtered: 0 }
  for (const line of lines) {
    const cells = line.split(',')
    sums[cells[3] === '' ? 'people' : 'filtered'] += Number(cells[4])
  }
  expect(sums).toEqual({ people: summary.funnel.views, filtered: summary.funnel.filteredViews })
})

test('visitors do not see the file of views', async () => {
  const { request } = await testApp()
  expect((await request('/api/earnings/views.csv')).status).toBe(401)
})
