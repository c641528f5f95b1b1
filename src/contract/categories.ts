import * as z from 'zod/mini'
import { Picture } from './pictures.ts'

export const Category = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  imageAlt: z.string(),
  picture: z.nullable(Picture),
})
export type Category = z.infer<typeof Category>
