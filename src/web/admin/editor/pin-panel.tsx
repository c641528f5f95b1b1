import { CheckboxField, TextAreaField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
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
    </Panel>
  )
}
