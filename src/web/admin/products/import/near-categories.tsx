import type { ImportDecisions } from '../../../../contract/shop/import-decisions.ts'
import type { NearCategory } from '../../../../contract/shop/product-import.ts'
import { SelectField } from '../../kit/form-fields.tsx'
import { Panel } from '../../kit/panel.tsx'
import { rowCount } from './import-labels.ts'

type NearCategoriesProps = {
  categories: NearCategory[]
  decisions: ImportDecisions
  onDecide: (decisions: ImportDecisions) => void
}

/** Offers the existing category for each of the file that is nearly the same; the file's stays if nothing is chosen. */
export function NearCategories({ categories, decisions, onDecide }: NearCategoriesProps) {
  const choose = (name: string, taken: string) => {
    const others = Object.entries(decisions.categories).filter(([each]) => each !== name)
    onDecide({ ...decisions, categories: Object.fromEntries(taken === '' ? others : [...others, [name, taken]]) })
  }
  return (
    <Panel
      title="Categories that are nearly the same"
      description="The shop has a category of almost this name. What you do not change is imported as in the file."
      className="mb-5"
    >
      <div className="grid gap-5 md:grid-cols-2">
        {categories.map(({ name, nearest, rows }) => (
          <SelectField
            optional={null}
            key={name}
            label={`“${name}” (${rowCount(rows)}): did you mean “${nearest}”?`}
            value={decisions.categories[name] ?? ''}
            onChange={(event) => choose(name, event.target.value)}
          >
            <option value="">Keep “{name}”</option>
            <option value={nearest}>Take “{nearest}”</option>
          </SelectField>
        ))}
      </div>
    </Panel>
  )
}
