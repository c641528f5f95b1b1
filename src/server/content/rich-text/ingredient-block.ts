import { BLOCK } from '../../../contract/content/blocks.ts'
import type { IngredientSummary } from '../../../contract/content/ingredients.ts'
import { escapeHtml, startTag } from './html-tokens.ts'
import { paragraph } from './product-parts.ts'

export function ingredientHtml({ slug, name, inci, summary }: IngredientSummary): string {
  const link = startTag('a', { href: `/ingredients/${encodeURIComponent(slug)}` })
  const other = inci && inci.toLowerCase() !== name.toLowerCase() ? ` <em>${escapeHtml(inci)}</em>` : ''
  return (
    `${startTag('div', { [BLOCK]: 'ingredient' })}<p data-part="name"><strong>${link}${escapeHtml(name)}</a></strong>${other}</p>` +
    `${paragraph(escapeHtml(summary))}<p data-part="more">${link}What it does, and what it goes with</a></p></div>`
  )
}
