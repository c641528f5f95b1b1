import { useQuery } from '@tanstack/react-query'
import type { CategoryChoice, ImportChoices, ImportSurvey } from '../../../contract/app/site-imports.ts'
import { ownerCategoriesQuery } from '../../data/owner/categories.ts'
import { controlClass } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'

type CategoryChoicesProps = {
  survey: ImportSurvey
  choices: ImportChoices['categories']
  onChange: (choices: ImportChoices['categories']) => void
}

/** A choice for each category of the old site. */
export function CategoryChoices({ survey: { categories, moreCategories }, choices, onChange }: CategoryChoicesProps) {
  const own = useQuery(ownerCategoriesQuery())
  if (categories.length === 0) return <p className="text-sm text-ink-soft">The old site has no category.</p>
  const handleChange = (slug: string, value: string) => {
    const { [slug]: _, ...others } = choices
    if (value === '') return onChange(others)
    const choice: CategoryChoice = value === 'leave-out' ? value : Number(value)
    onChange({ ...others, [slug]: choice })
  }
  return (
    <>
      <LoadFailure query={own} className="mb-3">
        The categories of this site could not be loaded.
      </LoadFailure>
      <ul
        aria-label="Categories of the old site"
        className="max-h-128 divide-y divide-line overflow-y-auto border-y border-line"
      >
        {categories.map(({ slug, name, texts }) => (
          <li key={slug} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-40 flex-1 wrap-anywhere">
              <span className="font-semibold">{name}</span>{' '}
              <span className="text-sm text-ink-soft">
                {texts.toLocaleString('en-US')} {texts === 1 ? 'text' : 'texts'}
              </span>
            </span>
            <select
              aria-label={`What becomes of ${name}`}
              value={choices[slug] ?? ''}
              onChange={(event) => handleChange(slug, event.target.value)}
              className={`${controlClass} grow basis-60 pr-8 sm:max-w-72`}
            >
              <option value="">Import as it is</option>
              <option value="leave-out">Leave out, texts go without it</option>
              {own.data && own.data.length > 0 && (
                <optgroup label="Into a category of this site">
                  {own.data.map((category) => (
                    <option key={category.id} value={category.id}>
                      {category.name}
                    </option>
                  ))}
                </optgroup>
              )}
            </select>
          </li>
        ))}
      </ul>
      {moreCategories > 0 && (
        <p className="mt-3 text-sm text-ink-soft">
          {moreCategories.toLocaleString('en-US')} further ones are imported as they are.
        </p>
      )}
    </>
  )
}
