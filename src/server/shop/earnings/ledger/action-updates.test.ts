import fc from 'fast-check'
import { expect, test } from 'vitest'
import { act, importReport } from '../../../../../test/import-report.ts'
import { readSales } from '../../../../../test/pushes.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'

const money = (minor: number) => (minor / 100).toFixed(2)
const day = (index: number) => `2026-03-${String(index + 1).padStart(2, '0')}`

const actions = (rows: { id: string; payout: number; state?: string }[]) =>
  [
    'Action Id,State,Payout,Currency,Event Date',
    ...rows.map(({ id, payout, state = 'PENDING' }) => `${id},${state},${money(payout)},USD,2026-03-01`),
  ].join('\n')

/** The list of changes of an action, of which the first is its registration. */
const changes = (id: string, deltas: readonly number[], from = 0) =>
  [
    'Id,ActionId,State,DeltaPayout,Currency,UpdateDate',
    ...deltas.map((delta, index) => `${id}-U${from + index},${id},PENDING,${money(delta)},USD,${day(from + index)}`),
  ].join('\n')

async function total(app: TestApp, id: string): Promise<number> {
  return (await readSales(app))
    .filter(({ external_id }) => external_id.split(':')[0] === id)
    .reduce((sum, { commission_minor, status }) => sum + (status === 'reversed' ? 0 : Number(commission_minor)), 0)
}

test('a change is a row that points at its action, and lowers it', async () => {
  const app = await testApp()
  await importReport(app, actions([{ id: 'A.1', payout: 1000 }]))
  const { id } = await importReport(app, changes('A.1', [-101], 1))
  const [first, change] = await app.db.selectFrom('earning_events').selectAll().orderBy('id').execute()
  expect(change).toMatchObject({ original_id: first!.id, original_external_id: 'A.1', commission_minor: -101 })
  expect(await total(app, 'A.1')).toBe(899)
  expect((await act(app, id, 'undo')).status).toBe(202)
  expect(await total(app, 'A.1')).toBe(1000)
})

test('an action that was reported as reversed or in two states contains its changes', async () => {
  const app = await testApp()
  await importReport(app, changes('A.1', [-101], 1))
  expect(await total(app, 'A.1')).toBe(-101)
  await importReport(app, actions([{ id: 'A.1', payout: 1000 }]))
  expect(await total(app, 'A.1')).toBe(899)
  const { id } = await importReport(app, actions([{ id: 'A.1', payout: 899 }]))
  expect(await total(app, 'A.1')).toBe(899)
  await act(app, id, 'undo')
  expect(await total(app, 'A.1')).toBe(899)
  await importReport(app, actions([{ id: 'A.1', payout: 0, state: 'REVERSED' }]))
  expect(await total(app, 'A.1')).toBe(0)
})

test('changes add up to the cent with a list of actions of any time, in any order, in halves and twice', async () => {
  const app = await testApp()
  let count = 0
  const deltas = fc.array(
    fc.integer({ min: -500, max: 500 }).filter((delta) => delta !== 0),
    { minLength: 1, maxLength: 5 },
  )
  const history = fc.record({ deltas, seen: fc.option(fc.nat({ max: 4 })), half: fc.nat({ max: 4 }) })
  await fc.assert(
    fc.asyncProperty(history, fc.array(fc.nat({ max: 2 }), { maxLength: 3 }), async ({ deltas, seen, half }, order) => {
      count += 1
      const id = `A.${count}`
      const at = Math.min(half, deltas.length)
      const files = [
        ...(at > 0 ? [changes(id, deltas.slice(0, at))] : []),
        ...(at < deltas.length ? [changes(id, deltas.slice(at), at)] : []),
      ]
      if (seen !== null) {
        const payout = deltas.slice(0, seen + 1).reduce((sum, delta) => sum + delta, 0)
        // A negative amount is a statement's correction.
        if (payout > 0) files.push(actions([{ id, payout }]))
      }
      const sequence = [...order.flatMap((index) => files[index] ?? []), ...files]
      for (const file of sequence) await importReport(app, file)
      expect(await total(app, id)).toBe(deltas.reduce((sum, delta) => sum + delta, 0))
    }),
    { numRuns: 15 },
  )
})
