import { useQuery } from '@tanstack/react-query'
import { labelWordsOf } from '../../../contract/content/label-words.ts'
import { LABEL_SENTENCE_MAX, needsBrand, postLabelNames, postLabels } from '../../../contract/content/post-labels.ts'
import { settingsQuery } from '../../data/owner/settings.ts'
import { SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { type PostForm, useFieldError, useFieldValue } from './post-form.ts'

/** Says what the text owes to a brand, and shows the words that readers see of it. */
export function LabelPanel({ form }: { form: PostForm }) {
  const label = useFieldValue(form, 'label')
  const labelBrand = useFieldValue(form, 'labelBrand').trim()
  const brandError = useFieldError(form, 'labelBrand')
  const sentenceError = useFieldError(form, 'labelSentence')
  const { data } = useQuery(settingsQuery())
  const words = data && labelWordsOf(data.settings)
  const kicker = words?.kickerOf({ label, labelBrand })
  const opening = words?.openingOf({ label, labelBrand, labelSentence: '' }, { gifted: 0, sponsored: 0 })
  return (
    <Panel title="Label" className="md:p-4!">
      <SelectField
        label="Label"
        hint={kicker ? `Above the title and on cards: “${kicker}”.` : 'For ads, gifts and your own brand.'}
        error={useFieldError(form, 'label')}
        {...form.register('label')}
      >
        {postLabelNames.map((name) => (
          <option key={name} value={name}>
            {postLabels[name]}
          </option>
        ))}
      </SelectField>
      {label !== 'none' && (
        <>
          <TextField
            className="mt-3"
            label="Brand"
            optional={!needsBrand(label)}
            error={brandError}
            {...form.register('labelBrand')}
          />
          <TextAreaField
            className="mt-3"
            label="Sentence"
            rows={2}
            error={sentenceError}
            hint={`Opens the text, up to ${LABEL_SENTENCE_MAX} characters.${opening ? ` Empty: “${opening}”` : ''}`}
            {...form.register('labelSentence')}
          />
        </>
      )}
    </Panel>
  )
}
