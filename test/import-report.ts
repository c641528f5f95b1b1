import { expect } from 'vitest'
import type { EarningImport, EarningImportDetails } from '../src/contract/shop/earning-imports.ts'
import type { EarningsSummary } from '../src/contract/shop/earnings.ts'
import type { TestApp } from './test-app.ts'

export const march = 'startDate=2026-03-01&endDate=2026-03-31'

/** The sums of a period, of March by default. */
export async function readEarnings(app: TestApp, query = march): Promise<EarningsSummary> {
  const response = await app.asOwner(`/api/earnings?${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as EarningsSummary
}

/** Uploads a report and waits for what the server makes of it. */
export async function uploadReport(
  app: TestApp,
  content: string | Uint8Array<ArrayBuffer>,
  fileName = 'report.csv',
): Promise<EarningImportDetails> {
  const file = new Blob([content])
  const begun = await app.asOwner('/api/earnings/imports', { json: { fileName, fileSize: file.size } })
  expect(begun.status).toBe(201)
  const { id } = (await begun.json()) as EarningImport
  const form = new FormData()
  form.append('file', file, fileName)
  const sent = await app.asOwner(`/api/earnings/imports/${id}/chunks?position=0`, { method: 'POST', body: form })
  expect(sent.status).toBe(200)
  await act(app, id, 'survey')
  return findImport(app, id)
}

/** Survey, plan, confirm or undo, until it is done. */
export async function act(app: TestApp, id: number, verb: string, json?: unknown): Promise<Response> {
  const response = await app.asOwner(`/api/earnings/imports/${id}/${verb}`, { method: 'POST', json })
  await app.jobs.settled()
  await app.jobs.runDueJobs()
  return response
}

export async function findImport(app: TestApp, id: number): Promise<EarningImportDetails> {
  const response = await app.asOwner(`/api/earnings/imports/${id}`)
  return (await response.json()) as EarningImportDetails
}

/** Uploads and confirms. */
export async function importReport(
  app: TestApp,
  content: string | Uint8Array<ArrayBuffer>,
  fileName = 'report.csv',
): Promise<EarningImportDetails> {
  let uploaded = await uploadReport(app, content, fileName)
  // The owner chooses the currency of a dollar sign: there are several dollars.
  if (uploaded.survey?.every(({ questions }) => questions.join() === 'currency')) {
    const parts = uploaded.survey.map(({ part, format = '', network, columns, dateOrder, decimal }) => ({
      part,
      options: { format, network, columns, dateOrder, decimal, currency: 'USD' },
    }))
    expect((await act(app, uploaded.id, 'plan', { parts })).status).toBe(202)
    uploaded = await findImport(app, uploaded.id)
  }
  expect(uploaded, JSON.stringify(uploaded.survey?.[0]?.questions)).toMatchObject({ state: 'ready', error: null })
  expect((await act(app, uploaded.id, 'confirm')).status).toBeLessThan(300)
  const done = await findImport(app, uploaded.id)
  expect(done).toMatchObject({ state: 'done', error: null })
  return done
}

export type AwinSale = {
  id: number
  day?: string
  status?: string
  commission: string
  ref?: string
  validated?: string
}

export function awinReport(sales: readonly AwinSale[]): string {
  const header = 'id,advertiser_name,click_ref,date,validation_date,sale_amount,commission,currency,commission_status'
  const lines = sales.map(
    ({ id, day = '2026-03-02', status = 'pending', commission, ref = '', validated = '' }) =>
      `${id},Glow Shop,${ref},${day} 12:00:00,${validated},100.00,${commission},USD,${status}`,
  )
  return [header, ...lines].join('\r\n')
}

export function amazonReport(rows: readonly { asin: string; fee: string; tag?: string }[]): string {
  const header =
    'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($),Device Type Group,Direct/Indirect'
  const lines = rows.map(
    ({ asin, fee, tag = 'glow-20' }) =>
      `Beauty,Cream ${asin},${asin},Amazon,${tag},2026-03-09,20.00,1,0,20.00,${fee},DESKTOP,direct`,
  )
  return [header, ...lines].join('\n')
}
