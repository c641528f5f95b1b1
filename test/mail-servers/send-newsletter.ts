import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BounceMailbox } from '../../src/contract/audience/bounce-mailbox.ts'
import type { MailSetup } from '../../src/contract/audience/mails.ts'
import type { Newsletter } from '../../src/contract/audience/newsletters.ts'
import type { JobStatus } from '../../src/contract/platform/jobs.ts'
import { type Owner, signInOwner } from '../faults/owner.ts'
import type { SiteUnderTest } from '../faults/site.ts'

/** A state of the newsletter, and after how many seconds. */
export type Sample = Pick<Newsletter, 'state' | 'note' | 'numbers'> & {
  after: number
  /** In seconds after the beginning, too. */
  expectedEnd: number | null
}

export type Sent = { id: number; samples: Sample[]; seconds: number; learnedPerHour: number | null }

const SAMPLE_MS = 2000
const JOB_S = 120

export async function signIn(site: SiteUnderTest): Promise<Call> {
  return callAs(await signInOwner(site.origin))
}

type Call = <Body>(method: string, path: string, json?: unknown) => Promise<Body>

function callAs(owner: Owner): Call {
  return async (method, path, json) => {
    const key = method === 'GET' ? {} : { key: randomUUID(), json: json ?? {} }
    const response = await owner.request(`/api${path}`, { method, ...key })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as never
  }
}

/** Replaces the demo's subscribers as the owner would, and sends a newsletter. Samples it until it is sent, at most `maxS` seconds. */
export async function sendNewsletter(call: Call, addresses: string[], maxS: number): Promise<Sent> {
  const ofDemo = await call<{ id: number }[]>('GET', '/subscribers?limit=100')
  if (ofDemo.length > 0) await call('POST', '/subscribers/delete', { ids: ofDemo.map(({ id }) => id) })
  await call('POST', '/subscribers/import', {
    csv: `email\n${addresses.map((address) => `${address}\n`).join('')}`,
    consent: 'They signed up on a list at the till.',
    isDryRun: false,
  })
  const [post] = await call<{ id: number }[]>('GET', '/posts?limit=1')
  const { id } = await call<Newsletter>('POST', '/newsletters', { postId: post!.id, form: 'excerpt' })
  const startedAt = Date.now()
  const after = (time: number) => (time - startedAt) / 1000
  await call('POST', `/newsletters/${id}/send`, { at: null })
  const samples: Sample[] = []
  for (;;) {
    const { state, note, numbers, expectedEnd } = await call<Newsletter>('GET', `/newsletters/${id}`)
    const sample = {
      state,
      note,
      numbers,
      after: after(Date.now()),
      expectedEnd: expectedEnd === null ? null : after(Date.parse(expectedEnd)),
    }
    samples.push(sample)
    if (state !== 'sending' || sample.after > maxS) break
    await sleep(SAMPLE_MS)
  }
  const { learnedPerHour } = await call<MailSetup>('GET', '/mails/setup')
  return { id, samples, seconds: after(Date.now()), learnedPerHour }
}

/** Sets the mailbox under Settings, Mail. */
export const setMailbox = (call: Call, port: number, user: string, password: string): Promise<BounceMailbox> =>
  call('PUT', '/bounce-mailbox', { host: '127.0.0.1', port, security: 'none', user, password, folder: 'INBOX' })

/** Runs the check of the mailbox, and resolves when it has finished. */
export async function checkMailbox(call: Call): Promise<BounceMailbox> {
  const find = async () => (await call<JobStatus[]>('GET', '/jobs')).find(({ name }) => name === 'check-bounces')!
  const before = (await find()).lastFinishedAt
  await call('POST', '/jobs/check-bounces/run')
  for (let second = 0; second < JOB_S; second++) {
    const { lastFinishedAt, lastError } = await find()
    if (lastError !== null) throw new Error(`The check of the mailbox failed: ${lastError}`)
    if (lastFinishedAt !== before) return call('GET', '/bounce-mailbox')
    await sleep(1000)
  }
  throw new Error('The check of the mailbox did not finish.')
}
