import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { Program } from '../../../../contract/shop/programs.ts'
import { makeJobDue } from '../../../platform/jobs/jobs.repo.ts'

const awin = 'https://www.awin1.com/cread.php?awinmid=2082&awinaffid=4567&ued=https%3A%2F%2Fwww.fern.example%2Fa'
const amazon = 'https://www.amazon.de/dp/B000000001?tag=mia-21'

async function programs({ asOwner }: TestApp): Promise<Program[]> {
  return (await (await asOwner('/api/programs')).json()) as Program[]
}

async function state({ asOwner }: TestApp, url: string, answer: string): Promise<Program> {
  const response = await asOwner('/api/programs/mail-answers', { json: { url, answer } })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as Program
}

async function recognise(app: TestApp, now: string): Promise<void> {
  app.setNow(now)
  await makeJobDue(app.db, 'recognise-programs', { now, isManual: false })
  await app.jobs.runDueJobs()
}

test('the reply of a program is kept with its day, also before the program was found in links', async () => {
  const app = await testApp()
  app.setNow('2026-03-11T02:00:00.000Z')
  const stated = await state(app, awin, 'allowed')
  expect(stated).toMatchObject({
    name: 'fern.example (Awin)',
    mailAnswer: 'allowed',
    // In the site's time zone.
    mailAnsweredOn: '2026-03-10',
    replacesMailLinks: false,
    isEdited: false,
  })
  app.setNow('2026-03-12T15:00:00.000Z')
  // The same again keeps its day; another one is of today.
  expect(await state(app, awin, 'allowed')).toMatchObject({ mailAnsweredOn: '2026-03-10', version: stated.version })
  expect(await state(app, awin, 'forbidden')).toMatchObject({
    id: stated.id,
    mailAnswer: 'forbidden',
    mailAnsweredOn: '2026-03-12',
    replacesMailLinks: true,
  })
  // Once its links are gone it stays, since none told its reply.
  await app.db.updateTable('programs').set({ post_links: 2 }).execute()
  await recognise(app, '2026-03-13T07:00:00.000Z')
  expect(await programs(app)).toMatchObject([{ mailAnswer: 'forbidden', postLinks: 0 }])
  expect(
    (await app.asOwner('/api/programs/mail-answers', { json: { url: 'https://a.example/', answer: 'allowed' } }))
      .status,
  ).toBe(404)
})

test('Amazon forbids links in mails until a marketplace has replied', async () => {
  const app = await testApp()
  expect(await state(app, amazon, 'allowed')).toMatchObject({
    name: 'Amazon.de',
    mailAnswer: 'allowed',
    replacesMailLinks: false,
  })
  expect(await state(app, 'https://www.amazon.com/dp/B000000001?tag=mia-20', 'forbidden')).toMatchObject({
    name: 'Amazon.com',
    mailAnswer: 'forbidden',
    replacesMailLinks: true,
  })
  const [{ id }] = (await programs(app)).filter(({ name }) => name === 'Amazon.de') as [Program]
  const save = async (json: object) =>
    (await (
      await app.asOwner(`/api/programs/${id}`, { method: 'PUT', json: { name: 'Amazon.de', ...json } })
    ).json()) as Program
  // What a form leaves out stays; a client of an older version sends the rule instead.
  expect(await save({})).toMatchObject({ mailAnswer: 'allowed', replacesMailLinks: false })
  expect(await save({ mailAnswer: '' })).toMatchObject({ mailAnswer: '', mailAnsweredOn: '', replacesMailLinks: true })
  expect(await save({ replacesMailLinks: false })).toMatchObject({ mailAnswer: 'allowed', replacesMailLinks: false })
  expect(await save({ replacesMailLinks: true })).toMatchObject({ mailAnswer: '', replacesMailLinks: true })
})

test('a rule that an older version stored counts, whatever reply was stored before', async () => {
  const app = await testApp()
  await state(app, awin, 'allowed')
  await app.db.updateTable('programs').set({ replaces_mail_links: true }).execute()
  expect(await programs(app)).toMatchObject([{ mailAnswer: 'forbidden', replacesMailLinks: true }])
})
