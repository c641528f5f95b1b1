import { pinLayoutNames, pinLayouts } from '../../../contract/content/pins.ts'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { LibraryButton } from '../media/library-button.tsx'
import { PinPreview } from './pin-preview.tsx'
import type { PostForm } from './post-form.ts'
import { useFieldError } from './use-field.ts'

export function PinPanel({ form }: { form: PostForm }) {
  return (
    <Panel title="Pinterest" className="md:p-4!">
      <CheckboxField label="Pinterest-optimized" {...form.register('isPinOptimized')} />
      <TextAreaField
        className="mt-3"
        label="Pin text"
        rows={2}
        error={useFieldError(form, 'pinText')}
        hint="The description of a pin. Empty: the title."
        {...form.register('pinText')}
      />
      <SelectField
        className="mt-3"
        label="Pin layout"
        hint="Draws a pin of 1000 x 1500 with the title in your fonts and colours."
        error={useFieldError(form, 'pinLayout')}
        {...form.register('pinLayout')}
      >
        <option value="">The picture alone</option>
        {pinLayoutNames.map((name) => (
          <option key={name} value={name}>
            {pinLayouts[name]}
          </option>
        ))}
      </SelectField>
      <TextField
        className="mt-3"
        label="Pin picture"
        hint="The URL of another picture. Empty: the cover."
        inputMode="url"
        error={useFieldError(form, 'pinImage')}
        {...form.register('pinImage')}
      />
      <div className="mt-2">
        <LibraryButton onChoose={({ url }) => form.setValue('pinImage', url)} />
      </div>
      <PinPreview form={form} />
    </Panel>
  )
}
