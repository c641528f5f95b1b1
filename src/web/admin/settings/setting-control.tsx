import type { UseFormReturn } from 'react-hook-form'
import { languageName, languages } from '../../../contract/accounts/region.ts'
import { type SettingField, type SettingKey, settingFields } from '../../../contract/accounts/setting-fields.ts'
import type { SettingsInput } from '../../../contract/accounts/settings.ts'
import type { Settings } from '../../../contract/accounts/site.ts'
import { currencies } from '../../../contract/shop/prices.ts'
import { Link } from '../../lib/router.tsx'
import { SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { ImageField } from '../kit/image-field.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { PictureActions } from '../media/picture-actions.tsx'

type SettingControlProps = { of: SettingKey; form: UseFormReturn<SettingsInput>; defaults: Settings }

/** The control of one setting, with a button that resets it to its default. */
export function SettingControl({ of: key, form, defaults }: SettingControlProps) {
  const { label, hint, control, rows = 3, choices = {}, home } = settingFields[key]
  const error = form.formState.errors[key]?.message
  const value = form.watch(key) ?? ''
  const reset = () => form.setValue(key, defaults[key], { shouldDirty: true, shouldValidate: true })
  const takeImage = ({ url }: { url: string }) => form.setValue(key, url, { shouldDirty: true, shouldValidate: true })
  if (home) return <HomeLine {...home} />
  const shared = { label, hint, error, ...form.register(key) }
  return (
    <div>
      {control === 'text' ? (
        <TextAreaField {...shared} rows={rows} />
      ) : control === 'time-zone' ? (
        <SelectField {...shared}>
          <Options values={timeZones(value)} />
        </SelectField>
      ) : control === 'currency' ? (
        <SelectField {...shared}>
          <Options values={[...new Set([...currencies(), value])]} nameOf={currencyName} />
        </SelectField>
      ) : control === 'language' ? (
        <SelectField {...shared}>
          <Options values={[...new Set([...languages, value])]} nameOf={(code) => languageName(code) ?? code} />
        </SelectField>
      ) : control === 'choice' ? (
        <SelectField {...shared}>
          <Options values={Object.keys(choices)} nameOf={(choice) => choices[choice] ?? choice} />
        </SelectField>
      ) : control === 'image' ? (
        <ImageField
          {...shared}
          address={value}
          actions={<PictureActions onChoose={takeImage} address={value} alt="" onCopied={takeImage} />}
        />
      ) : (
        <TextField
          {...shared}
          type={inputTypes[control]}
          placeholder={control === 'address' ? 'https://' : undefined}
        />
      )}
      {value !== defaults[key] && (
        <ToolButton tone="quiet" aria-label={`Reset to default: ${label}`} className="mt-1 -ml-2 px-2" onClick={reset}>
          Reset to default
        </ToolButton>
      )}
    </div>
  )
}

function HomeLine({ text, link, href }: NonNullable<SettingField['home']>) {
  const [before, after] = text.split(link)
  return (
    <p className="text-sm">
      {before}
      <Link href={href} className="font-semibold text-accent-deep underline underline-offset-4">
        {link}
      </Link>
      {after}
    </p>
  )
}

const inputTypes = { line: 'text', email: 'email', address: 'url' } as const

function Options({
  values,
  nameOf = (value) => value.replaceAll('_', ' '),
}: {
  values: string[]
  nameOf?: (value: string) => string
}) {
  return values.map((value) => (
    <option key={value} value={value}>
      {nameOf(value)}
    </option>
  ))
}

/** The zones of the browser, which may list one by an older name, so the current one is added. */
export function timeZones(current: string): string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])]
}

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })
const currencyName = (code: string) => `${code} – ${currencyNames.of(code)}`
