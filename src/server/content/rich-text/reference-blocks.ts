import { BLOCK } from '../../../contract/content/blocks.ts'
import type { IngredientSummary } from '../../../contract/content/ingredients.ts'
import type { Routine, RoutineProduct, RoutineStep } from '../../../contract/content/routines.ts'
import { unbrokenName } from '../../../contract/shop/unbroken-name.ts'
import { escapeHtml, startTag } from './html-tokens.ts'
import { labelHtml, paragraph, productHref } from './product-parts.ts'
import { thumbnailHtml } from './responsive-images.ts'

const times = [
  ['morning', 'Morning'],
  ['evening', 'Evening'],
] as const

/** Morning and evening as ordered lists. A step without its product keeps its kind and words. */
export function routineHtml(routine: Routine): string {
  const href = `/routines/${encodeURIComponent(routine.slug)}`
  const lists = times.map(([time, title]) => {
    const steps = routine.steps.filter((step) => step.time === time)
    if (steps.length === 0) return ''
    return `<div><p data-part="time"><strong>${title}</strong></p><ol>${steps.map(stepHtml).join('')}</ol></div>`
  })
  return (
    `${startTag('div', { [BLOCK]: 'routine' })}<p data-part="name"><strong>${startTag('a', { href })}${escapeHtml(routine.name)}</a></strong></p>` +
    `${paragraph(escapeHtml(routine.summary))}<div data-part="times">${lists.join('')}</div>` +
    `<p data-part="more">${startTag('a', { href })}The whole routine, to print</a></p></div>`
  )
}

function stepHtml({ kind, product, amount, often, wait, why, swapProduct, swap }: RoutineStep): string {
  const how = [amount, often, wait && `wait ${wait}`].filter(Boolean).join(' · ')
  const swapped = [swapProduct && productLink(swapProduct) + inBrackets(swapProduct), escapeHtml(swap)]
    .filter(Boolean)
    .join(': ')
  // The page has the product below its kind, without the colon that mails and feeds need.
  const name = product ? `<small>: </small>${productLink(product)}` : ''
  return (
    `<li>${product ? thumbnailHtml(product, 56) : ''}<p><strong>${escapeHtml(kind)}</strong>${name}</p>${product ? labelHtml(product) : ''}` +
    `${how && `<p data-part="how">${escapeHtml(how)}</p>`}${paragraph(escapeHtml(why))}` +
    `${swapped && `<p data-part="swap">For sensitive skin: ${swapped}</p>`}</li>`
  )
}

function productLink(product: RoutineProduct): string {
  return `${startTag('a', { href: productHref(product) })}${escapeHtml(unbrokenName(product.name))}</a>`
}

function inBrackets({ obtainedLabel }: RoutineProduct): string {
  return obtainedLabel ? ` (${escapeHtml(obtainedLabel)})` : ''
}

export function ingredientHtml({ slug, name, inci, summary }: IngredientSummary): string {
  const link = startTag('a', { href: `/ingredients/${encodeURIComponent(slug)}` })
  const other = inci && inci.toLowerCase() !== name.toLowerCase() ? ` <em>${escapeHtml(inci)}</em>` : ''
  return (
    `${startTag('div', { [BLOCK]: 'ingredient' })}<p data-part="name"><strong>${link}${escapeHtml(name)}</a></strong>${other}</p>` +
    `${paragraph(escapeHtml(summary))}<p data-part="more">${link}What it does, and what it goes with</a></p></div>`
  )
}
