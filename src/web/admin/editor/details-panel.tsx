import { useQuery } from '@tanstack/react-query'
import { useQueries } from '../../environment.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import type { EditorKind } from './editor-kind.ts'
import { labelOf } from './post-fields.ts'
import { type PostForm, useFieldError } from './post-form.ts'

/** Fields that decide how the post appears in lists. */
export function DetailsPanel({ form, kind }: { form: PostForm; kind: EditorKind }) {
  const { data: categories } = useQuery(useQueries().categories())
  const { fields } = kind
  const errors = {
    excerpt: useFieldError(form, 'excerpt'),
    categoryId: useFieldError(form, 'categoryId'),
    keywords: useFieldError(form, 'keywords'),
  }
  return (
    <Panel title="Details" className="md:p-4!">
      <div className="space-y-4">
        {fields.excerpt && (
          <TextAreaField
            label={labelOf('excerpt', kind)}
            rows={3}
            error={errors.excerpt}
            hint={kind.excerptHint}
            {...form.register('excerpt')}
          />
        )}
        {fields.category && (
          <SelectField
            // An uncontrolled select loses its value if the options arrive after it is mounted.
            key={categories ? 'loaded' : 'loading'}
            label="Category"
            error={errors.categoryId}
            {...form.register('categoryId')}
          >
            <option value="">None</option>
            {categories?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {fields.keywords && (
          <TextField
            label="Keywords"
            error={errors.keywords}
            hint="Separated by commas."
            {...form.register('keywords')}
          />
        )}
        {fields.featured && (
          <CheckboxField label="Featured post" hint="Shown on the home page." {...form.register('isFeatured')} />
        )}
        {fields.links && (
          <CheckboxField
            label="Link ingredients in this post"
            hint="The first mention of each one leads to its page."
            {...form.register('linkIngredients')}
          />
        )}
      </div>
    </Panel>
  )
}
