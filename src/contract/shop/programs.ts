import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { charactersUpTo, itemsUpTo, line, noNul, typed, wellFormed } from '../platform/text-fields.ts'
import { type NetworkName, networkNames } from './networks.ts'
import { currencyFault } from './prices.ts'

/** Programs of a site; recognition stops there. */
export const PROGRAMS_MAX = 500
const HOSTS_MAX = 50
const TRACKING_IDS_MAX = 200
const ASSIGNMENTS_MAX = 1000
const HIDE_HOURS_MAX = 8760

const text = (max: number) =>
  z._default(z.string('Invalid input').check(typed(), charactersUpTo(max), noNul(), wellFormed()), '')

const Host = z.string('Invalid input').check(
  typed(),
  z.toLowerCase(),
  z.overwrite((host) => host.replace(/^https?:\/\//, '').replace(/\/.*$/s, '')),
  charactersUpTo(253),
  z.regex(/^(?=.*\.)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, 'Please enter hosts such as shop.example'),
)
const TrackingId = line(1, 200, 'Please enter a tracking ID').check(
  wellFormed(),
  z.regex(/^[^\s&?#"'<>\\]+$/, 'A tracking ID has no blanks, quotes, & or #'),
)

/** A tracking ID given to a post, or to the posts of a category. */
const Assignment = z.object({
  trackingId: TrackingId,
  kind: z.enum(['post', 'category']),
  id: z.number('Please choose a post or a category').check(z.int(), z.gte(1), z.lte(2_147_483_647)),
  /** Given by the program itself; a request can keep this, but not claim it for an assignment of the owner. */
  isAutomatic: z._default(z.boolean('Invalid input'), false),
})

/** The reply of a program about links in mails; '' for no reply. */
export const MailAnswer = z.enum(['', 'allowed', 'forbidden'])
export type MailAnswer = z.infer<typeof MailAnswer>

/** The fields of a program that the owner edits. */
export const ProgramInput = z.object({
  name: line(1, 120, 'Please give the program a name').check(wellFormed()),
  advertiser: text(120),
  hosts: z._default(z.array(Host).check(itemsUpTo(HOSTS_MAX)), []),
  trackingIds: z._default(z.array(TrackingId).check(itemsUpTo(TRACKING_IDS_MAX)), []),
  /** Empty for that of the network. */
  subIdParameter: z._default(
    z
      .string('Invalid input')
      .check(
        typed(),
        charactersUpTo(40),
        z.regex(/^[A-Za-z0-9_.-]*$/, 'A parameter has letters, digits, dots, hyphens and underscores'),
      ),
    '',
  ),
  allowsSubIds: z._default(z.boolean('Invalid input'), true),
  currency: z._default(
    z.string('Invalid input').check(
      typed(),
      z.toUpperCase(),
      z.refine((code) => code === '' || currencyFault(code) === undefined, 'Please enter a currency such as USD'),
    ),
    '',
  ),
  /** The sentence that pages with its links show; empty for none. */
  disclosure: text(300),
  /** Prices checked longer ago are not shown; null for the limit of the network. */
  hidePriceHours: z._default(
    z.nullable(
      z
        .number('Please enter a number of hours')
        .check(z.int('Please enter whole hours'), z.gte(1, 'Please enter at least 1 hour'), z.lte(HIDE_HOURS_MAX)),
    ),
    null,
  ),
  /** Why prices may be shown where the network's rules forbid it; empty for none. */
  priceReason: text(300).check(
    z.refine((reason) => reason === '' || reason.length >= 10, 'Please give the reason in 10 characters or more'),
  ),
  /** The day on which the owner read its rules; empty for that of the network. */
  rulesReadOn: z._default(
    z
      .string('Invalid input')
      .check(z.regex(/^(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))?$/, 'Please enter a date')),
    '',
  ),
  /** Whether the program allows links in mails, as it has replied; absent to keep what is stored. */
  mailAnswer: z.optional(MailAnswer),
  /** The same as a client of an older version sends it: whether links in mails lead to the post instead. */
  replacesMailLinks: z.optional(z.boolean('Invalid input')),
  /** Whether free tracking IDs are given to posts by themselves: only at Amazon, and where links carry no codes. */
  givesTrackingIds: z._default(z.boolean('Invalid input'), false),
  assignments: z._default(
    z.array(Assignment).check(
      itemsUpTo(ASSIGNMENTS_MAX),
      z.refine(
        (list) => new Set(list.map(({ kind, id }) => `${kind} ${id}`)).size === list.length,
        'A post or category can have one tracking ID only',
      ),
    ),
    [],
  ),
})
export type ProgramInput = z.infer<typeof ProgramInput>

/** A program with the links that lead to it, counted at night and on request. */
export const Program = z.extend(ProgramInput, {
  id: z.number(),
  network: z.enum(networkNames as [NetworkName, ...NetworkName[]]),
  /** Each with the name of its post or category. A deleted post keeps its ID as long as sales belong to it. */
  assignments: z.array(z.extend(Assignment, { name: z.string() })),
  mailAnswer: MailAnswer,
  /** The day of the reply; '' where it is not known. */
  mailAnsweredOn: z.string(),
  /** Whether links in mails lead to the post instead. */
  replacesMailLinks: z.boolean(),
  productLinks: z.number(),
  postLinks: z.number(),
  /** False while everything about it was read from links. */
  isEdited: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
})
export type Program = z.infer<typeof Program>

export const ProgramConflict = z.object({ message: z.string(), current: Program })
export type ProgramConflict = z.infer<typeof ProgramConflict>

/** Everything that shows a link or a price. */
const shown = ['posts', 'pages', 'products', 'routines', 'ingredients', 'settings'] as const

export const listPrograms = ownerRead('/programs', {
  summary: 'The affiliate programs, those with the most links first',
  responses: { 200: json('The programs', z.array(Program)) },
})

export const createProgram = ownerWrite('POST', '/programs', {
  summary: 'Enter a program of another network, before links lead to it',
  body: ProgramInput,
  idempotent: true,
  versioned: true,
  purges: shown,
  softPurge: true,
  audit: 'Created program “…”',
  responses: { 201: json('Created', Program), 409: failure('There are as many programs as there may be') },
})

export const saveProgram = ownerWrite('PUT', '/programs/:id', {
  summary:
    'Save a program; pages carry its codes and show its disclosure from then on. With If-Match only if it is still of that version',
  body: ProgramInput,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Program not found',
  purges: shown,
  softPurge: true,
  audit: 'Changed program “…”',
  responses: {
    200: json('Saved', Program),
    409: json(
      'The program was saved since the version that If-Match names; `current` is its present state',
      ProgramConflict,
    ),
  },
})

export const deleteProgram = ownerWrite('DELETE', '/programs/:id', {
  summary: 'Delete a program that no link leads to',
  idempotent: true,
  notFound: 'Program not found',
  purges: shown,
  audit: 'Deleted program “…”',
  responses: { 200: json('Deleted', Empty), 409: failure('Links still lead to it') },
})
