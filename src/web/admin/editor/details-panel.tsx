import { useQuery } from '@tanstack/react-query'
import { useQueries } from '../../environment.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import type { PostForm } from './post-form.ts'
import { useFieldError } from './use-field.ts'

/** Fields that decide how the post appears in lists. */
export function DetailsPanel({ form }: { form: PostForm }) {
  const { data: categories } = useQuery(useQueries().categories())
  return (
    <Panel title="Details" className="md:p-4!">
      <div className="space-y-4">
        <TextAreaField
          label="Excerpt"
          rows={3}
          error={useFieldError(form, 'excerpt')}
          hint="Stands below the title and on cards."
          {...form.register('excerpt')}
        />
        <SelectField
          // An uncontrolled select loses its value if the options arrive after it is mounted.
          key={categories ? 'loaded' : 'loading'}
          label="Category"
          error={useFieldError(form, 'categoryId')}
          {...form.register('categoryId')}
        >
          <option value="">None</option>
          {categories?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Keywords"
          error={useFieldError(form, 'keywords')}
          hint="Separated by commas."
          {...form.register('keywords')}
        />
        <CheckboxField label="Featured post" hint="Shown on the home page." {...form.register('isFeatured')} />
      </div>
    </Panel>
  )
}
