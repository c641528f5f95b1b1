import { useQuery } from '@tanstack/react-query'
import { keywordsOf } from '../../../contract/content/keywords.ts'
import { nearestName } from '../../../contract/platform/nearest-name.ts'
import { postKeywordsQuery } from '../../data/owner/keywords.ts'
import { useQueries } from '../../environment.tsx'
import { DidYouMean } from '../kit/did-you-mean.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import type { EditorKind } from './editor-kind.ts'
import { labelOf } from './post-fields.ts'
import { type PostForm, useFieldError, useFieldValue } from './post-form.ts'

/** Fields that decide how the post appears in lists. */
export function DetailsPanel({ form, kind }: { form: PostForm; kind: EditorKind }) {
  const { data: categories } = useQuery(useQueries().categories())
  const { fields } = kind
  const errors = {
    excerpt: useFieldError(form, 'excerpt'),
    categoryId: useFieldError(form, 'categoryId'),
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
        {fields.keywords && <KeywordsField form={form} />}
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

/** Suggests the keyword of another post for the last one that is nearly the same. */
function KeywordsField({ form }: { form: PostForm }) {
  const { data: existing = [] } = useQuery(postKeywordsQuery())
  const keywords = keywordsOf(useFieldValue(form, 'keywords'))
  const isNear = (keyword: string) => nearestName(keyword, existing) !== undefined
  const suspect = keywords.findLast(isNear) ?? ''
  const take = (name: string) => {
    const changed = keywords.map((keyword) => (keyword === suspect ? name : keyword))
    form.setValue('keywords', [...new Set(changed)].join(', '), { shouldDirty: true })
    form.setFocus('keywords')
  }
  return (
    <div>
      <TextField
        label="Keywords"
        error={useFieldError(form, 'keywords')}
        hint="Separated by commas."
        {...form.register('keywords')}
      />
      <DidYouMean typed={suspect} existing={existing} onTake={take} />
    </div>
  )
}
