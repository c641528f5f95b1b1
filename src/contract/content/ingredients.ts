import * as z from 'zod/mini'
import { rowQuery } from '../platform/row-endpoints.ts'
import { charactersUpTo, itemsUpTo, line, noNul, typed, webAddress, wellFormed } from '../platform/text-fields.ts'
import { Product } from '../shop/products.ts'
import { Picture } from './pictures.ts'

/** Ingredients of a site at most; the list is one page, and the dictionary of their names is held in memory. */
export const INGREDIENTS_MAX = 1000
/** Characters of a name, an INCI name or a synonym. */
export const INGREDIENT_NAME_MAX = 100
/** Characters of a pasted ingredient list. */
export const INGREDIENT_LIST_MAX = 10_000
/** Names of a pasted list that are recognised. */
export const RECOGNISED_MAX = 200

const name = (max = INGREDIENT_NAME_MAX) =>
  line(1, max, 'Required').check(
    wellFormed(),
    z.refine((text) => text === '' || /\p{L}/u.test(text), 'A name needs at least one letter'),
  )
const optionalName = (max = INGREDIENT_NAME_MAX) =>
  z._default(
    z
      .string('Invalid input')
      .check(typed(), charactersUpTo(max), noNul(), wellFormed(), z.overwrite(withoutLineBreaks)),
    '',
  )
const text = (max: number) =>
  z._default(z.string('Invalid input').check(typed(), charactersUpTo(max), noNul(), wellFormed()), '')

/** Another ingredient by name, with a sentence on the two together. */
export const IngredientPartner = z.object({ name: name(), note: optionalName(300) })
export type IngredientPartner = z.infer<typeof IngredientPartner>

export const IngredientSource = z.object({
  title: line(1, 200, 'Please name the source').check(wellFormed()),
  url: webAddress({
    max: 2000,
    message: 'Please enter a link that begins with http:// or https://',
    isOptional: true,
    takesBareHost: true,
  }),
})
export type IngredientSource = z.infer<typeof IngredientSource>

/** How well studied an ingredient is, as the owner judges it; blank where she does not. */
export const evidenceLevels = ['', 'early', 'moderate', 'strong'] as const
export const EvidenceLevel = z.enum(evidenceLevels)
export type EvidenceLevel = z.infer<typeof EvidenceLevel>

/** An ingredient as the owner sends it. Long texts are plain, with paragraphs on blank lines; the slug is made from the name. */
export const IngredientInput = z.object({
  name: line(2, INGREDIENT_NAME_MAX, 'Name must be at least 2 characters').check(
    wellFormed(),
    z.refine((value) => value.length < 2 || /\p{L}/u.test(value), 'A name needs at least one letter'),
  ),
  inci: optionalName(),
  synonyms: z._default(z.array(name()).check(itemsUpTo(20)), []),
  summary: optionalName(200),
  whatItDoes: text(4000),
  /** How strong the evidence is, in the owner's words. */
  evidence: text(2000),
  evidenceLevel: z._default(EvidenceLevel, ''),
  strengths: text(1000),
  startSlowly: text(2000),
  pregnancyNote: text(1000),
  goesWith: z._default(z.array(IngredientPartner).check(itemsUpTo(12)), []),
  keepApart: z._default(z.array(IngredientPartner).check(itemsUpTo(12)), []),
  sources: z._default(z.array(IngredientSource).check(itemsUpTo(20)), []),
  /** Whether first mentions in posts and pages become links. */
  isLinked: z._default(z.boolean('Invalid input'), true),
  isActive: z._default(z.boolean('Invalid input'), true),
})
export type IngredientInput = z.infer<typeof IngredientInput>

const partner = z.object({
  name: z.string(),
  note: z.string(),
  /** The slug of the active ingredient with that name, else null. */
  slug: z.nullable(z.string()),
})
export type LinkedPartner = z.infer<typeof partner>

/** An ingredient in lists. */
export const IngredientSummary = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  inci: z.string(),
  synonyms: z.array(z.string()),
  summary: z.string(),
})
export type IngredientSummary = z.infer<typeof IngredientSummary>

const details = {
  whatItDoes: z.string(),
  evidence: z.string(),
  evidenceLevel: EvidenceLevel,
  strengths: z.string(),
  startSlowly: z.string(),
  pregnancyNote: z.string(),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
}

/** An article that mentions an ingredient. */
export const IngredientPost = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  publishedAt: z.string(),
  coverImage: z.string(),
  picture: z.nullable(Picture),
})
export type IngredientPost = z.infer<typeof IngredientPost>

/** The content of an ingredient's page. Partners have their present names. */
export const Ingredient = z.extend(IngredientSummary, {
  ...details,
  goesWith: z.array(partner),
  keepApart: z.array(partner),
  updatedAt: z.string(),
  /** The second picture of the first product with it that has one, such as its texture; null for none. */
  texture: z.nullable(z.extend(Picture, { altText: z.string() })),
  products: z.array(Product),
  posts: z.array(IngredientPost),
})
export type Ingredient = z.infer<typeof Ingredient>

/** An ingredient as the owner edits it; `version` counts its saves. */
export const OwnerIngredient = z.extend(IngredientSummary, {
  ...details,
  goesWith: z.array(z.object({ name: z.string(), note: z.string() })),
  keepApart: z.array(z.object({ name: z.string(), note: z.string() })),
  isLinked: z.boolean(),
  isActive: z.boolean(),
  /** Products that have it among their key ingredients. */
  productCount: z.number(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Null unless it is in the trash. */
  deletedAt: z.nullable(z.string()),
})
export type OwnerIngredient = z.infer<typeof OwnerIngredient>

/** Where an ingredient stands: at most 100 of each, and how many there are. */
export const IngredientUses = z.object({
  products: z.array(z.object({ id: z.number(), title: z.string() })),
  productTotal: z.number(),
  posts: z.array(z.object({ id: z.number(), title: z.string() })),
  postTotal: z.number(),
})
export type IngredientUses = z.infer<typeof IngredientUses>

export const OwnerIngredientListQuery = rowQuery(['name', 'updatedAt'])
export type OwnerIngredientListQuery = z.infer<typeof OwnerIngredientListQuery>

/** The names of a pasted list in its order, each once, as they are called now where they are known. */
export const RecognisedIngredients = z.object({
  names: z.array(
    z.object({
      /** As the list has it. */
      text: z.string(),
      /** Null for an unknown name. */
      ingredient: z.nullable(
        z.object({ id: z.number(), slug: z.string(), name: z.string(), inci: z.string(), isActive: z.boolean() }),
      ),
    }),
  ),
  /** Whether the list has more names than `RECOGNISED_MAX`. */
  isCut: z.boolean(),
})
export type RecognisedIngredients = z.infer<typeof RecognisedIngredients>

/** The key by which two names of an ingredient are compared, and the `key` of `product_ingredients`. */
export function ingredientKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** Ingredients by the key of each of their names. A common name counts more than an INCI name, and that more than a synonym. */
export function indexByName<Item extends { names: string[] }>(items: Item[]): Map<string, Item> {
  const index = new Map<string, Item>()
  const claim = (item: Item, name: string) => {
    const key = ingredientKey(name)
    if (key !== '' && !index.has(key)) index.set(key, item)
  }
  for (const item of items) claim(item, item.names[0] ?? '')
  for (const item of items) claim(item, item.names[1] ?? '')
  for (const item of items) for (const name of item.names) claim(item, name)
  return index
}

function withoutLineBreaks(value: string): string {
  return value.replace(/\s*\p{Cc}+\s*/gu, ' ')
}
