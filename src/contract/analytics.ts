import * as z from 'zod/mini'

const rowId = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))

/** A click on an affiliate link. `linkId` names the placement, never a person: `home-grid`, `shop`, `search` and so on. */
export const ClickInput = z.object({
  linkId: z
    .string({ error: 'Required' })
    .check(z.minLength(1, 'Required'), z.maxLength(100), z.regex(/^[\w.:-]+$/, 'Invalid input')),
  productId: z.optional(z.nullable(rowId)),
  postId: z.optional(z.nullable(rowId)),
})
export type ClickInput = z.infer<typeof ClickInput>
