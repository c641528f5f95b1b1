import { expect, test } from 'vitest'
import type { Overview } from '../../../contract/app/overview.ts'
import { nextSteps } from './next-steps.ts'

const quiet: Overview = {
  drafts: { count: 0, latest: [] },
  scheduled: { count: 1, next: { id: 1, title: 'Soon', publishedAt: '2026-03-12T15:00:00.000Z' } },
  messages: { unread: 0, spam: 4 },
  subscribers: null,
  sales: null,
  links: { broken: 0, gone: 0, 'tag-lost': 1, 'out-of-stock': 2 },
  complaints: null,
  rules: { broken: 0, needsYou: 0 },
  stopped: [],
  health: {
    backup: { at: '2026-03-10T08:00:00.000Z', error: null },
    mail: { isSetUp: true, failed: 0, fault: null },
    failingJobs: [],
    databaseCheck: { at: null, error: null },
    picturesElsewhere: { posts: 0, products: 0, latest: null },
    policy: null,
    problems: [],
  },
  start: null,
}

test('nothing waits on a quiet day', () => {
  expect(nextSteps(quiet)).toEqual([])
})

test('what is broken comes before what is unread, then before what is unfinished', () => {
  const drafts = { count: 2, latest: [{ id: 7, title: '', updatedAt: '2026-03-10T08:00:00.000Z' }] }
  const health = {
    ...quiet.health!,
    backup: { at: null, error: 'The disk is full' },
    mail: { isSetUp: true, failed: 1, fault: null },
  }
  const steps = nextSteps({
    ...quiet,
    drafts,
    health,
    messages: { unread: 1, spam: 0 },
    scheduled: { count: 0, next: null },
  })
  expect(steps.map(({ text }) => text)).toEqual([
    'See why the last backup failed',
    'Look at 1 mail that could not be sent',
    'Read 1 new message',
    'Finish “Untitled”',
  ])
})

test('broken links are named with their number', () => {
  const links = { broken: 2, gone: 1, 'tag-lost': 0, 'out-of-stock': 4 }
  expect(nextSteps({ ...quiet, links })).toEqual([{ text: '3 links are broken', href: '/admin/links?state=attention' }])
  expect(nextSteps({ ...quiet, links: { ...links, gone: 0, broken: 1 } })[0]?.text).toBe('1 link is broken')
})

test('rules that are broken or wait for her are named with their number', () => {
  const rules = { broken: 1, needsYou: 2 }
  expect(nextSteps({ ...quiet, rules })).toEqual([{ text: '3 rules need you', href: '/admin/rules' }])
  expect(nextSteps({ ...quiet, rules: { broken: 0, needsYou: 1 } })[0]?.text).toBe('1 rule needs you')
})

test('a newsletter that was not sent, is paused or delayed is named with the way to it', () => {
  const stopped = [
    { id: 7, subject: 'Sunscreen', reason: 'put-back' as const },
    { id: 8, subject: '', reason: 'paused' as const },
    { id: 9, subject: 'Toner{{name}}', reason: 'delayed' as const },
  ]
  expect(nextSteps({ ...quiet, stopped })).toEqual([
    { text: 'See why “Sunscreen” was not sent', href: '/admin/newsletters/7?view=send' },
    { text: 'See why “Untitled” is paused', href: '/admin/newsletters/8?view=send' },
    { text: 'See why “Toner” is not being sent', href: '/admin/newsletters/9?view=send' },
  ])
})

test('parts that could not be read suggest nothing', () => {
  const unread = {
    drafts: null,
    scheduled: null,
    messages: null,
    links: null,
    rules: null,
    stopped: null,
    health: null,
  }
  expect(nextSteps({ ...quiet, ...unread })).toEqual([])
})
