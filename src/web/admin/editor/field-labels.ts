import { productIdsOf } from '../../../contract/content/blocks.ts'
import { pinLayouts } from '../../../contract/content/pins.ts'
import { postLabels } from '../../../contract/content/post-labels.ts'
import type { CategoryName } from '../../data/page-data.ts'
import type { FieldName, PostFields } from './post-fields.ts'
import { parseHtmlFragment } from './rich/parse-html-fragment.ts'

export type LabelContext = { categories: CategoryName[]; moment: (time: string) => string }

/** A field's value as display text, for comparison. */
export function fieldText(fields: PostFields, name: FieldName, { categories, moment }: LabelContext): string {
  switch (name) {
    case 'content':
      return textOfHtml(fields.content)
    case 'publishedAt':
      return fields.publishedAt ? moment(fields.publishedAt) : 'Draft'
    case 'categoryId':
      return categories.find(({ id }) => String(id) === fields.categoryId)?.name ?? 'None'
    case 'isFeatured':
    case 'linkIngredients':
    case 'isPinOptimized':
      return fields[name] ? 'Yes' : 'No'
    case 'label':
      return postLabels[fields.label]
    case 'pinLayout':
      return fields.pinLayout === '' ? 'The picture alone' : pinLayouts[fields.pinLayout]
    default:
      return fields[name]
  }
}

const blocks =
  'p, h1, h2, h3, h4, h5, h6, li, tr, blockquote, pre, figure, hr, br, dt, dd, div, aside, section, summary, figcaption'

/** The text of HTML with one line per block and a placeholder for each image and product. */
function textOfHtml(html: string): string {
  const body = parseHtmlFragment(html)
  for (const image of body.querySelectorAll('img')) image.replaceWith(`[Image: ${image.alt || image.src}]`)
  for (const box of body.querySelectorAll<HTMLElement>('[data-product-id]')) {
    box.append(`[Product ${box.dataset.productId}]`)
  }
  for (const box of body.querySelectorAll<HTMLElement>('[data-product-ids]')) {
    box.append(`[Products ${productIdsOf(box.dataset.productIds).join(', ')}]`)
  }
  for (const box of body.querySelectorAll<HTMLElement>('[data-routine-id], [data-ingredient-id]')) {
    const { routineId, ingredientId } = box.dataset
    box.append(routineId ? `[Routine ${routineId}]` : `[Ingredient ${ingredientId}]`)
  }
  return linesOf(body)
}

/** The text of HTML without placeholders, for counting words. */
export function readableText(html: string): string {
  return linesOf(parseHtmlFragment(html))
}

function linesOf(body: HTMLElement): string {
  for (const block of body.querySelectorAll(blocks)) block.append('\n')
  for (const cell of body.querySelectorAll('td, th')) cell.append('  ')
  return (body.textContent ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
}
