import { useId } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { evidenceLabels } from '../../../contract/content/evidence-labels.ts'
import { evidenceLevels, INGREDIENT_NAME_MAX, type IngredientInput } from '../../../contract/content/ingredients.ts'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { blankPartner, blankSource, type IngredientValues } from './ingredients.ts'
import { RowList } from './row-list.tsx'

type IngredientFormState = UseFormReturn<IngredientValues, unknown, IngredientInput>

type FieldsProps = { form: IngredientFormState; otherNames: string[] }

export function IngredientFields({ form, otherNames }: FieldsProps) {
  const field = createField(form)
  return (
    <div className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('name', 'Name')}
          hint="As you would say it. Its address is made from it."
          maxLength={INGREDIENT_NAME_MAX}
          autoComplete="off"
        />
        <TextField
          {...field('inci', 'INCI name')}
          hint="As ingredient lists print it."
          maxLength={INGREDIENT_NAME_MAX}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <RowList
        label="Synonyms"
        hint="Other names in articles and on packages. A former name is kept here."
        noun="synonym"
        max={20}
        blank=""
        rows={form.watch('synonyms') ?? []}
        error={form.getFieldState('synonyms', form.formState).error?.message}
        onChange={(rows) => form.setValue('synonyms', rows, dirty)}
      >
        {(index) => (
          <TextField
            {...field(`synonyms.${index}`, `Synonym ${index + 1}`)}
            isLabelHidden
            maxLength={INGREDIENT_NAME_MAX}
            autoComplete="off"
          />
        )}
      </RowList>
      <TextField {...field('summary', 'Summary in a line')} maxLength={200} autoComplete="off" />
      <TextAreaField {...field('whatItDoes', 'What it does')} rows={5} hint="An empty line begins a paragraph." />
      <TextAreaField {...field('evidence', 'How strong the evidence is')} hint="In your own words." />
      <SelectField label="Evidence in a word" {...form.register('evidenceLevel')}>
        {evidenceLevels.map((level) => (
          <option key={level} value={level}>
            {level === '' ? 'Not judged' : evidenceLabels[level]}
          </option>
        ))}
      </SelectField>
      <TextAreaField {...field('strengths', 'Typical strengths')} rows={2} />
      <Partners form={form} otherNames={otherNames} name="goesWith" label="Goes with" />
      <Partners form={form} otherNames={otherNames} name="keepApart" label="Keep apart" />
      <TextAreaField {...field('startSlowly', 'Start slowly')} rows={2} />
      <TextAreaField {...field('pregnancyNote', 'Pregnancy note')} rows={2} />
      <Sources form={form} />
      <CheckboxField
        label="Link mentions"
        hint="The first mention in each article and page leads here."
        {...form.register('isLinked')}
      />
      <CheckboxField label="Active" hint="Readers see it." {...form.register('isActive')} />
    </div>
  )
}

type PartnersProps = FieldsProps & { name: 'goesWith' | 'keepApart'; label: string }

/** Other ingredients by name; one that is known is linked. */
function Partners({ form, otherNames, name, label }: PartnersProps) {
  const field = createField(form)
  const listId = useId()
  return (
    <>
      <RowList
        label={label}
        noun="ingredient"
        max={12}
        blank={blankPartner}
        rows={form.watch(name) ?? []}
        error={form.getFieldState(name, form.formState).error?.message}
        onChange={(rows) => form.setValue(name, rows, dirty)}
      >
        {(index) => (
          <>
            <TextField
              {...field(`${name}.${index}.name`, `${label}, ingredient ${index + 1}`)}
              isLabelHidden
              placeholder="Ingredient"
              list={listId}
              maxLength={INGREDIENT_NAME_MAX}
              autoComplete="off"
            />
            <TextField
              {...field(`${name}.${index}.note`, `${label}, reason ${index + 1}`)}
              isLabelHidden
              placeholder="Why"
              maxLength={300}
              autoComplete="off"
            />
          </>
        )}
      </RowList>
      <datalist id={listId}>
        {otherNames.map((other) => (
          <option key={other} value={other} />
        ))}
      </datalist>
    </>
  )
}

function Sources({ form }: { form: IngredientFormState }) {
  const field = createField(form)
  return (
    <RowList
      label="Sources"
      noun="source"
      max={20}
      blank={blankSource}
      rows={form.watch('sources') ?? []}
      error={form.getFieldState('sources', form.formState).error?.message}
      onChange={(rows) => form.setValue('sources', rows, dirty)}
    >
      {(index) => (
        <>
          <TextField
            {...field(`sources.${index}.title`, `Source ${index + 1}, title`)}
            isLabelHidden
            placeholder="Title"
            maxLength={200}
            autoComplete="off"
          />
          <TextField
            {...field(`sources.${index}.url`, `Source ${index + 1}, address`)}
            isLabelHidden
            placeholder="https://"
            type="url"
            maxLength={2000}
            autoComplete="off"
          />
        </>
      )}
    </RowList>
  )
}

function createField(form: IngredientFormState) {
  return (name: FieldPath<IngredientValues>, label: string) => ({
    label,
    error: form.getFieldState(name, form.formState).error?.message,
    ...form.register(name),
  })
}

const dirty = { shouldDirty: true }
