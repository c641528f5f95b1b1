import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { PageQuery } from '../platform/lists.ts'
import { charactersUpTo, noNul, typed } from '../platform/text-fields.ts'
import { Network } from './earnings.ts'

const Count = z.number().check(z.int())

export const RuleKind = z.enum(['tracking-id', 'click-ref', 'sku'])
export type RuleKind = z.infer<typeof RuleKind>

/** ‘Tracking ID x belongs to post y’. A product id or SKU belongs to a product. */
export const RuleInput = z
  .object({
    kind: RuleKind,
    network: Network,
    value: z.string({ error: 'Required' }).check(typed(), z.minLength(1, 'Required'), charactersUpTo(200), noNul()),
    postId: z.optional(z.nullable(z.number().check(z.int(), z.gte(1)))),
    productId: z.optional(z.nullable(z.number().check(z.int(), z.gte(1)))),
  })
  .check(
    z.refine(
      ({ postId, productId }) => (postId ?? productId ?? null) !== null && !(postId && productId),
      'Please choose a post or a product',
    ),
    z.refine(({ kind, productId }) => kind !== 'sku' || Boolean(productId), 'A SKU belongs to a product'),
  )
export type RuleInput = z.infer<typeof RuleInput>

export const EarningRule = z.object({
  id: z.number(),
  kind: RuleKind,
  network: Network,
  value: z.string(),
  postId: z.nullable(z.number()),
  productId: z.nullable(z.number()),
  /** The title of the post or the name of the product. */
  name: z.string(),
})
export type EarningRule = z.infer<typeof EarningRule>

/** Sales without a placement, by what they have in common. */
export const UnattributedGroup = z.object({
  kind: z.nullable(RuleKind),
  network: Network,
  value: z.string(),
  currency: z.string(),
  sales: Count,
  earned: Count,
  /** A tracking ID of the site's programs that stands for no single post. */
  isShared: z.boolean(),
})
export type UnattributedGroup = z.infer<typeof UnattributedGroup>

/** Sales by the product id or SKU of a report that does not name a product of this site yet. */
export const UnknownProduct = z.object({
  network: Network,
  sku: z.string(),
  /** As a report names it. */
  name: z.nullable(z.string()),
  currency: z.string(),
  sales: Count,
  earned: Count,
})
export type UnknownProduct = z.infer<typeof UnknownProduct>

export const listUnattributed = ownerRead('/earnings/unattributed', {
  summary: 'Sales without a known placement by tracking ID or sub-id, the largest first',
  query: PageQuery,
  list: true,
  responses: { 200: json('The groups', z.array(UnattributedGroup)) },
})

export const listUnknownProducts = ownerRead('/earnings/unknown-products', {
  summary: 'Sales of all times whose SKU is of no known product, the largest first; at most 200',
  responses: { 200: json('The SKUs', z.array(UnknownProduct)) },
})

export const listEarningRules = ownerRead('/earnings/rules', {
  summary: 'The rules that attribute sales without a known placement',
  responses: { 200: json('The rules', z.array(EarningRule)) },
})

export const createEarningRule = ownerWrite('POST', '/earnings/rules', {
  summary: 'Attribute all sales of a tracking ID, sub-id or SKU, past and future ones, to a post or a product',
  body: RuleInput,
  idempotent: true,
  purges: [],
  audit: 'Attributed the sales of “…”',
  responses: {
    201: json('The rule', EarningRule),
    200: json('It replaces the rule of the same value', EarningRule),
    422: failure('There is no such post or product, or there are too many rules'),
  },
})

export const deleteEarningRule = ownerWrite('DELETE', '/earnings/rules/:id', {
  summary: 'Delete a rule; its sales are unattributed again',
  idempotent: true,
  notFound: 'Rule not found',
  purges: [],
  audit: 'Deleted the rule for the sales of “…”',
  responses: { 200: json('Deleted', Empty) },
})
