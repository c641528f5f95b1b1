import * as z from 'zod/mini'
import { Day, daysBetween } from '../platform/days.ts'
import { Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { line, moment } from '../platform/text-fields.ts'

/** Days of one request: six weeks, as a calendar shows a month. */
const PLAN_DAYS_MAX = 42

/** Entries of each kind in one request. */
export const PLAN_ENTRIES_MAX = 300

/** 'idea': a draft with a planned day, on which nothing is published. */
export const PlanState = z.enum(['idea', 'scheduled', 'published', 'sent'])
export type PlanState = z.infer<typeof PlanState>

/** A post or a newsletter on its day in the time zone of the site. */
export const PlanEntry = z.object({
  kind: z.enum(['post', 'newsletter']),
  id: z.number(),
  title: z.string(),
  state: PlanState,
  day: z.string(),
  /** ISO 8601 in UTC; null for an idea. */
  at: z.nullable(z.string()),
  /** Whether it goes out with its post, whose date it has. */
  isWithPost: z.boolean(),
})
export type PlanEntry = z.infer<typeof PlanEntry>

export const listPlan = ownerRead('/plan', {
  summary: 'Ideas, scheduled and public posts, and newsletters of some days, in the order of their times',
  query: z.object({ from: Day, to: Day }).check(
    z.refine(({ from, to }) => daysBetween(from, to).length <= PLAN_DAYS_MAX, {
      path: ['to'],
      error: `Please choose at most ${PLAN_DAYS_MAX} days`,
    }),
  ),
  responses: { 200: json('The entries', z.array(PlanEntry)) },
})

const notMovable = failure('Its state does not allow it')

export const createIdea = ownerWrite('POST', '/plan/ideas', {
  summary: 'Create a draft with a planned day, on which nothing is published',
  body: z.object({ title: line(1, 200, 'Please write a title'), day: Day }),
  idempotent: true,
  purges: [],
  audit: 'Planned idea “…”',
  responses: { 201: json('The draft', z.object({ id: z.number() })) },
})

export const findPlannedDay = ownerRead('/plan/ideas/:id', {
  summary: 'The planned day of a post, on which nothing is published',
  notFound: 'Post not found',
  responses: { 200: json('The day; null without one', z.object({ day: z.nullable(z.string()) })) },
})

export const moveIdea = ownerWrite('PUT', '/plan/ideas/:id', {
  summary: 'Plan a draft for another day, or for none',
  body: z.object({ day: z.nullable(Day) }),
  idempotent: true,
  notFound: 'Post not found',
  purges: [],
  audit: 'Moved idea “…”',
  responses: { 200: json('Moved', Empty), 409: notMovable },
})

const moveBody = z.object({ at: moment() })

export const moveScheduledPost = ownerWrite('PUT', '/plan/posts/:id', {
  summary: 'Move the publication of a scheduled post to another time in the future',
  body: moveBody,
  idempotent: true,
  notFound: 'Post not found',
  purges: ['posts'],
  softPurge: true,
  audit: 'Moved scheduled post “…”',
  responses: { 200: json('Moved', Empty), 409: notMovable },
})

export const moveScheduledNewsletter = ownerWrite('PUT', '/plan/newsletters/:id', {
  summary: 'Move a scheduled newsletter to another time in the future',
  body: moveBody,
  idempotent: true,
  notFound: 'Newsletter not found',
  purges: [],
  audit: 'Moved scheduled newsletter “…”',
  responses: { 200: json('Moved', Empty), 409: notMovable },
})
