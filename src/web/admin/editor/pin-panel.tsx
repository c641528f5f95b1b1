import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pinLayoutNames, pinLayouts } from '../../../contract/content/pins.ts'
import { pinPreviewHref, pinTextCheckQuery } from '../../data/owner/pins.ts'
import { useQueries } from '../../environment.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { LibraryButton } from '../media/library-button.tsx'
import { findFirstPicture } from './first-picture.ts'
import { type PostForm, useFieldError, useFieldValue } from './post-form.ts'
import { useSettled } from './use-settled.ts'

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

/** In ms without typing before the preview is drawn again. */
const PAUSE = 600

/** The pin as the server would draw it from what is typed; nothing without a layout or a title. */
function PinPreview({ form }: { form: PostForm }) {
  const layout = useFieldValue(form, 'pinLayout')
  const title = useFieldValue(form, 'title').trim()
  const pinImage = useFieldValue(form, 'pinImage')
  const coverImage = useFieldValue(form, 'coverImage')
  const picture = useSettled(form, findFirstPicture)
  const categoryId = useFieldValue(form, 'categoryId')
  const { data: categories = [] } = useQuery(useQueries().categories())
  const label = categories.find(({ id }) => String(id) === categoryId)?.name ?? ''
  const texts = { title: title.slice(0, 200), label }
  const address =
    layout && title
      ? pinPreviewHref({
          ...texts,
          layout,
          image: pinImage || coverImage || picture?.src,
        })
      : ''
  const [shown, setShown] = useState(address)
  const [failed, setFailed] = useState('')
  const { data: check } = useQuery({ ...pinTextCheckQuery(texts), enabled: address !== '' && shown === address })
  useEffect(() => {
    const timer = setTimeout(() => setShown(address), PAUSE)
    return () => clearTimeout(timer)
  }, [address])
  if (address === '') return null
  if (shown === '' || failed === shown)
    return (
      <p role="status" className="mt-3 text-sm text-ink-soft">
        {failed === '' || failed !== shown ? 'Drawing the pin…' : 'The pin could not be drawn.'}
      </p>
    )
  return (
    <>
      <img
        src={shown}
        alt={`Preview of the pin: ${title}`}
        width={1000}
        height={1500}
        onError={() => setFailed(shown)}
        className="mt-3 h-auto w-full max-w-60 border border-line bg-cream"
      />
      {check ? <LeftOutNote missing={check.missing} /> : null}
    </>
  )
}

export function LeftOutNote({ missing }: { missing: string[] }) {
  if (missing.length === 0) return null
  const isOne = missing.length === 1
  return (
    <p role="status" className="mt-2 text-sm text-ink-soft">
      The pin leaves out {isOne ? 'a character' : 'characters'} that no font of the server has: {missing.join(' ')}
    </p>
  )
}
