import { evidenceLabels } from '../../../contract/content/evidence-labels.ts'
import type { EvidenceLevel } from '../../../contract/content/ingredients.ts'
import type { IngredientPageData } from '../../data/ingredients.ts'
import { leadingStrength } from './leading-strength.ts'

type Figure = { value: string | number; label: string; href?: string }

/** Up to four large figures; none where there is only one. */
export function IngredientFigures({ ingredient }: { ingredient: IngredientPageData }) {
  const { strengths, sources, products, posts } = ingredient
  const figures: Figure[] = [
    { value: leadingStrength(strengths), label: 'Typical strength' },
    {
      value: products.length,
      label: products.length === 1 ? 'Product with it' : 'Products with it',
      href: '#with-products',
    },
    { value: posts.length, label: posts.length === 1 ? 'Article' : 'Articles', href: '#with-articles' },
    { value: sources.length, label: sources.length === 1 ? 'Source' : 'Sources', href: '#sources' },
  ].filter(({ value }) => value)
  if (figures.length < 2) return null
  return (
    <ul className="ingredient-figures">
      {figures.map(({ value, label, href }) => (
        <li key={label}>
          <b>{value}</b> {href ? <a href={href}>{label}</a> : label}
        </li>
      ))}
    </ul>
  )
}

type JudgedLevel = Exclude<EvidenceLevel, ''>

const steps = Object.keys(evidenceLabels) as JudgedLevel[]

/** Three steps, filled up to the level, which the words repeat. */
export function EvidenceBar({ level }: { level: JudgedLevel }) {
  return (
    <div className="evidence-bar">
      {steps.map((step, index) => (
        <i key={step} className={index <= steps.indexOf(level) ? 'is-reached' : undefined} />
      ))}
      <b>{evidenceLabels[level]}</b>
    </div>
  )
}
