import * as z from 'zod/mini'
import { Complaints } from '../audience/complaints.ts'
import { MailServerFault } from '../audience/mails.ts'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { JobName } from '../platform/jobs.ts'
import { Problem } from '../platform/problems.ts'

/** Whole days in the chart of the overview; today is added as far as it has come. */
export const OVERVIEW_DAYS = 30
export const OVERVIEW_WEEK = 7

/** Clicks and revenue of the last days, and of as many days before them. */
const Period = z.object({
  clicks: z.number(),
  /** A decimal in the digits of the site's currency. */
  revenue: z.string(),
  clicksBefore: z.number(),
  revenueBefore: z.string(),
})
export type Period = z.infer<typeof Period>

/** The first things to do on a new site, in their order. Each is found in the data, never stored; facts matter on a public site, verification once there is a program or a Pinterest profile. */
export const checklistKeys = ['name', 'post', 'product', 'about', 'facts', 'mail', 'verification', 'backup'] as const
export type ChecklistKey = (typeof checklistKeys)[number]

/** 'put-back': could not begin at its time; 'delayed': tried again by itself; 'failed': most recipients did not get it. */
export const StoppedNewsletter = z.object({
  id: z.number(),
  subject: z.string(),
  reason: z.enum(['put-back', 'paused', 'delayed', 'failed']),
})
export type StoppedNewsletter = z.infer<typeof StoppedNewsletter>

/** The data of the dashboard's first tab. A part that could not be read is null; the others are there. */
export const Overview = z.object({
  drafts: z.nullable(
    z.object({
      count: z.number(),
      latest: z.array(z.object({ id: z.number(), title: z.string(), updatedAt: z.string() })),
    }),
  ),
  scheduled: z.nullable(
    z.object({
      count: z.number(),
      next: z.nullable(z.object({ id: z.number(), title: z.string(), publishedAt: z.string() })),
    }),
  ),
  messages: z.nullable(
    z.object({
      unread: z.number(),
      /** Messages in the spam folder. */
      spam: z.number(),
    }),
  ),
  subscribers: z.nullable(
    z.object({
      active: z.number(),
      /** Within the last 30 days. */
      joined: z.number(),
      left: z.number(),
    }),
  ),
  sales: z.nullable(
    z.object({
      days: z.array(z.object({ date: z.string(), clicks: z.number(), revenue: z.string() })),
      week: Period,
      month: Period,
    }),
  ),
  /** Affiliate links with an alert that was not acknowledged. */
  links: z.nullable(
    z.object({ broken: z.number(), gone: z.number(), 'tag-lost': z.number(), 'out-of-stock': z.number() }),
  ),
  /** Rules that are broken, and those that wait for the owner. */
  rules: z.nullable(z.object({ broken: z.number(), needsYou: z.number() })),
  /** Newsletters that are not sent as planned, the newest first. */
  stopped: z.nullable(z.array(StoppedNewsletter)),
  /** Newsletters that readers reported as spam. */
  complaints: z.nullable(Complaints),
  health: z.nullable(
    z.object({
      backup: z.object({ at: z.nullable(z.string()), error: z.nullable(z.string()) }),
      mail: z.object({
        isSetUp: z.boolean(),
        failed: z.number(),
        /** Why the mail server takes nothing now; null while it does. */
        fault: z.nullable(MailServerFault),
      }),
      /** Jobs whose last run failed. */
      failingJobs: z.array(z.object({ name: JobName, error: z.string(), nextAt: z.string() })),
      databaseCheck: z.object({ at: z.nullable(z.string()), error: z.nullable(z.string()) }),
      /** Public and scheduled posts and pages, and products on the site, with a picture on another site. */
      picturesElsewhere: z.object({
        posts: z.number(),
        products: z.number(),
        /** The post or page that was changed last. */
        latest: z.nullable(z.object({ id: z.number(), title: z.string() })),
      }),
      /** The privacy policy: written by the owner, or the labels of the facts that it lacks. Null on a site that is not public. */
      policy: z.nullable(z.object({ isOwn: z.boolean(), missing: z.array(z.string()) })),
      problems: z.array(Problem),
    }),
  ),
  start: z.nullable(
    z.object({
      /** The site is new: the owner has not been welcomed, written a post or changed a setting. */
      isWelcome: z.boolean(),
      /** Null where it is done or was dismissed. */
      checklist: z.nullable(z.array(z.object({ key: z.enum(checklistKeys), isDone: z.boolean() }))),
    }),
  ),
})
export type Overview = z.infer<typeof Overview>

export const findOverview = ownerRead('/overview', {
  summary: 'What the dashboard opens on: drafts, messages, numbers, health and the first things to do',
  responses: { 200: json('The overview', Overview) },
})

/** Whether anything exists that a tab lists; the dashboard offers these tabs from then on. */
export const UsedTabs = z.object({ ingredients: z.boolean(), routines: z.boolean(), programs: z.boolean() })
export type UsedTabs = z.infer<typeof UsedTabs>

export const findUsedTabs = ownerRead('/used-tabs', {
  summary: 'Which of the tabs that not every site needs have something to list',
  responses: { 200: json('The tabs', UsedTabs) },
})

/** True ends the welcome or the checklist for good. */
export const OverviewDismissal = z.strictObject({
  welcome: z.optional(z.literal(true)),
  checklist: z.optional(z.literal(true)),
})
export type OverviewDismissal = z.infer<typeof OverviewDismissal>

export const dismissOnOverview = ownerWrite('PUT', '/overview/dismissed', {
  summary: 'End the welcome or the checklist',
  body: OverviewDismissal,
  purges: [],
  audit: 'Ended the welcome or the checklist of a new site',
  responses: { 200: json('Stored', Empty) },
})
