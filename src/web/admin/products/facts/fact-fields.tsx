import { useId } from 'react'
import { type ProductFacts, productFacts, sizeUnits, skinTypes } from '../../../../contract/shop/product-facts.ts'
import { unitPrices } from '../../../../contract/shop/unit-price.ts'
import { ClaimsHint } from '../../kit/claims-hint.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../kit/form-fields.tsx'
import { linkHint } from '../../kit/link-hint.ts'
import { LibraryButton } from '../../media/library-button.tsx'
import type { ProductFormState } from '../products.ts'
import { OtherShopRows } from './other-shop-rows.tsx'
import { RatingField } from './rating-field.tsx'
import { TextChips } from './text-chips.tsx'
import { TextRows } from './text-rows.tsx'

type FactFieldsProps = {
  form: ProductFormState
  suggestions: { brands: string[]; concerns: string[]; ingredients: string[] }
}

type NameOf<Value> = {
  [Name in keyof ProductFacts]: ProductFacts[Name] extends Value
    ? Value extends ProductFacts[Name]
      ? Name
      : never
    : never
}[keyof ProductFacts]

export function FactsFields({ form, suggestions }: FactFieldsProps) {
  const brandsId = useId()
  const [price, currency, amount, unit] = form.watch(['price', 'currency', 'facts.sizeAmount', 'facts.sizeUnit'])
  const perUnit = unitPrices({
    price: price?.trim() ?? '',
    currency: currency ?? 'USD',
    facts: { sizeAmount: amount ?? null, sizeUnit: unit ?? 'ml' },
  })
  return (
    <>
      <TextField {...text(form, 'brand')} list={brandsId} maxLength={100} />
      <datalist id={brandsId}>
        {suggestions.brands.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div>
        <div className="grid grid-cols-2 gap-3 sm:max-w-xs">
          <TextField {...number(form, 'sizeAmount')} />
          <SelectField {...text(form, 'sizeUnit')}>
            {sizeUnits.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        </div>
        <p aria-live="polite" className="mt-1 min-h-5 text-sm tabular-nums text-ink-soft">
          {perUnit}
        </p>
      </div>
      <TextField {...text(form, 'texture')} maxLength={60} hint="Such as gel, milk, balm." />
      <TextChips
        {...texts(form, 'keyIngredients')}
        maxLength={100}
        suggestions={suggestions.ingredients}
        hint="Enter adds one. A name, INCI name or synonym of one of your ingredients links to it."
      />
      <fieldset>
        <legend className="mb-1 text-sm font-semibold text-ink">Free of</legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {(['fragranceFree', 'alcoholFree', 'vegan', 'crueltyFree'] as const).map((name) => (
            <SelectField key={name} {...known(form, name)}>
              <option value="">Not known</option>
              <option value="true">Yes</option>
              <option value="false">No</option>
            </SelectField>
          ))}
        </div>
      </fieldset>
      <TextField {...number(form, 'spf')} className="sm:max-w-32" />
      <TextField {...text(form, 'comedogenicNote')} maxLength={200} />
      <TextRows
        {...texts(form, 'moreImages')}
        rowLabel="Picture"
        maxLength={2000}
        maxRows={8}
        hint="Shown on the product’s page after the first one."
        actions={
          <LibraryButton
            onChoose={({ url }) => texts(form, 'moreImages').onChange([...texts(form, 'moreImages').values, url])}
          />
        }
      />
      <TextField
        label="Slug"
        error={form.formState.errors.slug?.message}
        {...form.register('slug')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        hint="The end of the page’s address, /shop/… Empty, it is made from the name. A former one leads to the new one."
      />
    </>
  )
}

export function AudienceFields({ form, suggestions }: FactFieldsProps) {
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-sm font-semibold text-ink">{productFacts.skinTypes.label}</legend>
        <div className="flex flex-wrap gap-x-6">
          {skinTypes.map((type) => (
            <CheckboxField
              key={type}
              {...form.register('facts.skinTypes')}
              value={type}
              label={`${type.charAt(0).toUpperCase()}${type.slice(1)}`}
            />
          ))}
        </div>
      </fieldset>
      <TextChips
        {...texts(form, 'concerns')}
        maxLength={40}
        suggestions={suggestions.concerns}
        hint="Such as redness or breakouts. Enter adds one."
      />
      <TextAreaField {...text(form, 'forWhom')} maxLength={300} rows={2} />
      <TextAreaField {...text(form, 'notForWhom')} maxLength={300} rows={2} />
    </>
  )
}

export function VerdictFields({ form }: FactFieldsProps) {
  const { verdict = '', pros = [], cons = [] } = form.watch('facts') ?? {}
  return (
    <>
      <RatingField
        label={productFacts.rating.label}
        error={form.formState.errors.facts?.rating?.message}
        value={form.watch('facts.rating') ?? null}
        onChange={(value) => form.setValue('facts.rating', value, { shouldDirty: true })}
      />
      <TextField {...text(form, 'verdict')} maxLength={160} />
      <TextRows {...texts(form, 'pros')} rowLabel="Pro" maxLength={160} maxRows={8} />
      <TextRows {...texts(form, 'cons')} rowLabel="Con" maxLength={160} maxRows={8} />
      <ClaimsHint texts={[verdict, ...pros, ...cons]} />
    </>
  )
}

export function ShopsFields({ form }: FactFieldsProps) {
  return (
    <>
      <p className="text-sm text-ink-soft">The first shop has the affiliate link and the price above.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...text(form, 'shopName')} maxLength={80} />
        <TextField {...text(form, 'priceCheckedOn')} type="date" />
      </div>
      <OtherShopRows form={form} />
      <TextField
        {...text(form, 'fallbackUrl')}
        hint={linkHint(
          form.watch('facts.fallbackUrl'),
          'Readers get this link while checks find the affiliate link broken, gone or out of stock.',
        )}
        inputMode="url"
        placeholder="https://"
      />
    </>
  )
}

export function DisclosureFields({ form }: FactFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField {...text(form, 'obtained')} hint="Readers see it beside your verdict.">
        <option value="">Not said</option>
        <option value="bought">Bought</option>
        <option value="gifted">Gifted</option>
        <option value="sponsored">Sponsored</option>
      </SelectField>
      <TextField {...number(form, 'testedWeeks')} />
    </div>
  )
}

function frame(form: ProductFormState, name: keyof ProductFacts) {
  const fault = form.formState.errors.facts?.[name]
  const error = fault && 'message' in fault && typeof fault.message === 'string' ? fault.message : undefined
  return { label: productFacts[name].label, error }
}

function text(form: ProductFormState, name: Exclude<NameOf<string>, undefined> | 'sizeUnit' | 'obtained') {
  return { ...frame(form, name), ...form.register(`facts.${name}`), autoComplete: 'off' }
}

/** An empty field stands for null; a text that is not a number becomes the fault of its field. */
function number(form: ProductFormState, name: 'sizeAmount' | 'spf' | 'testedWeeks') {
  const setValueAs = (typed: unknown) => {
    const written = String(typed ?? '').trim()
    return written === '' ? null : Number(written.replace(',', '.'))
  }
  return {
    ...frame(form, name),
    ...form.register(`facts.${name}`, { setValueAs }),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  }
}

function known(form: ProductFormState, name: 'fragranceFree' | 'alcoholFree' | 'vegan' | 'crueltyFree') {
  const setValueAs = (chosen: unknown) => (chosen === '' || chosen === null ? null : String(chosen) === 'true')
  return { ...frame(form, name), ...form.register(`facts.${name}`, { setValueAs }) }
}

function texts(form: ProductFormState, name: 'keyIngredients' | 'concerns' | 'pros' | 'cons' | 'moreImages') {
  return {
    ...frame(form, name),
    values: form.watch(`facts.${name}`) ?? [],
    onChange: (values: string[]) => form.setValue(`facts.${name}`, values, { shouldDirty: true }),
    errorOf: (index: number) => form.formState.errors.facts?.[name]?.[index]?.message,
  }
}
