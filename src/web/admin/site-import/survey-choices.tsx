import { useState } from 'react'
import type { ImportChoices, ImportSurvey } from '../../../contract/app/site-imports.ts'
import { CheckboxField, SelectField } from '../kit/form-fields.tsx'
import { ImageField } from '../kit/image-field.tsx'
import { PictureActions } from '../media/picture-actions.tsx'
import { counted } from './item-labels.ts'

type RepeatedProps = {
  repeated: NonNullable<ImportSurvey['repeated']>
  choices: ImportChoices
  onChange: (changes: Partial<ImportChoices>) => void
}

/** Says how texts differ from those of an earlier import, and whether changes of the old site are taken over. */
export function RepeatedTexts({ repeated, choices, onChange }: RepeatedProps) {
  const rows: [count: number, outcome: string][] = [
    [repeated.unchanged, 'not changed on the old site'],
    [repeated.changed, 'changed on the old site, listed in the notes'],
    [repeated.edited, 'changed on the old site and edited here: they stay as they are here'],
    [repeated.deleted, 'deleted here: they stay deleted'],
  ]
  return (
    <div className="space-y-4">
      <ul className="space-y-1 text-[0.9375rem]">
        {rows
          .filter(([count]) => count > 0)
          .map(([count, outcome]) => (
            <li key={outcome}>
              <span className="font-semibold">{counted(count, 'text')}</span> {outcome}
            </li>
          ))}
      </ul>
      {repeated.changed > 0 && (
        <CheckboxField
          label="Take over what has changed on the old site"
          hint="Texts that you have edited here are never overwritten."
          checked={choices.takesChanges}
          onChange={(event) => onChange({ takesChanges: event.target.checked })}
        />
      )}
    </div>
  )
}

type MenuChoiceProps = { menus: NonNullable<ImportSurvey['menus']>; menu: string; onChange: (menu: string) => void }

export function MenuChoice({ menus, menu, onChange }: MenuChoiceProps) {
  return (
    <SelectField
      label="Menu of the header"
      optional={null}
      hint={menus.find(({ slug }) => slug === menu)?.labels.join(', ')}
      value={menu}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">As it is here</option>
      {menus.map(({ slug, name, labels: { length } }) => (
        <option key={slug} value={slug}>
          {name} ({length} {length === 1 ? 'entry' : 'entries'})
        </option>
      ))}
    </SelectField>
  )
}

type PicturesProps = { choices: ImportChoices; onChange: (changes: Partial<ImportChoices>) => void }

export function PictureChoices({ choices, onChange }: PicturesProps) {
  const [cover, setCover] = useState(choices.cover)
  const choose = ({ url }: { url: string }) => {
    setCover(url)
    onChange({ cover: url })
  }
  return (
    <div className="space-y-4">
      <ImageField
        label="Cover of posts without a picture"
        optional
        hint="Without one, such posts become drafts."
        value={cover}
        address={cover}
        placeholder="https://"
        autoComplete="off"
        onChange={(event) => setCover(event.target.value)}
        onBlur={() => cover !== choices.cover && onChange({ cover: cover.trim() })}
        actions={<PictureActions onChoose={choose} address={cover} alt="" onCopied={choose} />}
      />
      <CheckboxField
        label="Fetch pictures that are not in the files from the old site"
        hint="It has to stay reachable until the import has ended."
        checked={choices.fetchesPictures}
        onChange={(event) => onChange({ fetchesPictures: event.target.checked })}
      />
    </div>
  )
}
