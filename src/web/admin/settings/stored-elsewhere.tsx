import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SettingKey } from '../../../contract/accounts/setting-fields.ts'
import type { SettingsInput } from '../../../contract/accounts/settings.ts'
import { profileQuery } from '../../data/owner/account.ts'
import { builtInPagesQuery } from '../../data/owner/pages.ts'
import { ToolButton } from '../kit/tool-button.tsx'

type PartProps = { form: UseFormReturn<SettingsInput> }

/** Says what readers see of a setting that has or had a second place; for some settings only. */
export function StoredElsewhere({ of: key, form }: PartProps & { of: SettingKey }) {
  const Part = parts[key]
  return Part ? <Part form={form} /> : null
}

const parts: Partial<Record<SettingKey, ComponentType<PartProps>>> = {
  aboutText: AboutState,
  authorBio: ProfileBio,
}

/** Says which text of the About page readers see. */
function AboutState({ form }: PartProps) {
  const { data } = useQuery(builtInPagesQuery())
  const text = form.watch('aboutText')?.trim() ?? ''
  if (!data) return null
  const page = data.find(({ slug }) => slug === 'about')?.page
  if (page?.status === 'published')
    return <p className="text-sm text-ink-soft">Readers see the text that you have published there.</p>
  if (text === '')
    return (
      <p className="text-sm text-ink-soft">
        Until you publish it, readers are told that it has no text yet, and the menus leave it out.
      </p>
    )
  return (
    <div className="space-y-2 text-sm text-ink-soft">
      <p>
        Until you publish it, readers see this text, which was written here. {page ? 'Your draft' : 'Yours'} begins with
        it.
      </p>
      <Quote text={text} />
    </div>
  )
}

/** The biography of the profile, which no page shows, for the one below articles. */
function ProfileBio({ form }: PartProps) {
  const { data } = useQuery(profileQuery())
  const bio = data?.bio.trim() ?? ''
  if (bio === '' || form.watch('authorBio') !== '') return null
  return (
    <div className="space-y-2 text-sm text-ink-soft">
      <p>Your profile has a biography, which no page shows:</p>
      <Quote text={bio} />
      <ToolButton
        onClick={() => {
          form.setValue('authorBio', bio, { shouldDirty: true, shouldValidate: true })
          form.setFocus('authorBio')
        }}
      >
        Use it here
      </ToolButton>
    </div>
  )
}

function Quote({ text }: { text: string }) {
  return (
    <blockquote dir="auto" className="line-clamp-4 border-l-2 border-line pl-3 whitespace-pre-line wrap-anywhere">
      {text}
    </blockquote>
  )
}
