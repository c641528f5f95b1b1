import * as z from 'zod/mini'
import { json, ownerRead } from '../platform/endpoint.ts'

/** The groups of rules in the order of the page. */
export const ruleGroups = {
  programs: 'Affiliate programs',
  labels: 'Labels and disclosures',
  mail: 'Mails',
  pages: 'Pages that state facts',
  data: 'Promises about data',
} as const
export type RuleGroup = keyof typeof ruleGroups

/** The most urgent first. `unknown`: the check failed, or a text that the owner wrote decides. */
export const ruleStates = {
  broken: 'Broken',
  'needs-you': 'Needs you',
  unknown: 'Could not be checked',
  kept: 'Kept',
} as const
export type RuleState = keyof typeof ruleStates

/** Places that a rule names. */
export const RULE_PLACES = 10

const Destination = z.object({ label: z.string(), href: z.string() })

/** A rule that the owner lives under, as the site keeps it now. */
export const Rule = z.object({
  key: z.string(),
  group: z.enum(Object.keys(ruleGroups) as [RuleGroup, ...RuleGroup[]]),
  title: z.string(),
  /** One sentence with the source of the rule. */
  why: z.string(),
  state: z.enum(Object.keys(ruleStates) as [RuleState, ...RuleState[]]),
  /** One or two sentences that say how it is kept, or what is missing. */
  detail: z.string(),
  /** The first places that break it or wait for her. */
  places: z.array(Destination),
  /** Further places. */
  more: z.number(),
  /** Where she can change it; null where nothing is to be done, or only in the places. */
  fix: z.nullable(Destination),
})
export type Rule = z.infer<typeof Rule>

export const listRules = ownerRead('/rules', {
  summary: 'The rules of programs, advertising, mail and data, and whether the site keeps them now',
  responses: { 200: json('The rules, by group', z.array(Rule)) },
})

/** A rule that a text would break, as a sentence, and where it can be mended if that is elsewhere. */
export const TextFault = z.object({ text: z.string(), fix: z.nullable(Destination) })
export type TextFault = z.infer<typeof TextFault>

export const checkPostRules = ownerRead('/posts/:id/rules', {
  summary: 'The rules that a post or page would break if its text, with what is not published yet, were public',
  notFound: 'Post not found',
  responses: { 200: json('The rules', z.array(TextFault)) },
})
