import type { AppearanceInput } from '../../../contract/accounts/appearance.ts'
import { ImageField } from '../kit/image-field.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { LibraryButton } from '../media/library-button.tsx'
import type { ThemeFieldProps } from './theme-fields.tsx'

type ImageKey = 'logo' | 'darkLogo' | 'favicon' | 'shareImage'

const choices: { key: ImageKey; label: string; hint: string }[] = [
  {
    key: 'logo',
    label: 'Logo',
    hint: 'Stands alone in the header and the footer, so it should carry the name. Without one the drop and the name are shown.',
  },
  {
    key: 'darkLogo',
    label: 'Logo on dark',
    hint: 'For dark colours. Without one the logo stands on a light plate.',
  },
  {
    key: 'favicon',
    label: 'Icon',
    hint: 'In the tabs of browsers and on home screens: a square image, simple and bold.',
  },
  {
    key: 'shareImage',
    label: 'Share image',
    hint: 'Shown when a page without a picture is shared; it is cut to 1200 × 630. Without one it is drawn from the headline.',
  },
]

/** Images of the media library. */
export function ImageChoices({ draft, onChange }: ThemeFieldProps) {
  const shown = choices.filter(({ key }) => key !== 'darkLogo' || draft.dark)
  const set = (key: ImageKey, url: string) => onChange({ [key]: url } satisfies Partial<AppearanceInput>)
  return (
    <div className="space-y-6">
      {shown.map(({ key, label, hint }) => (
        <ImageField
          optional={null}
          key={key}
          label={label}
          hint={hint}
          address={draft[key]}
          value={draft[key]}
          readOnly
          placeholder="None"
          actions={
            <>
              <LibraryButton onChoose={({ url }) => set(key, url)} />
              {draft[key] !== '' && (
                <ToolButton tone="quiet" aria-label={`Remove: ${label}`} onClick={() => set(key, '')}>
                  Remove
                </ToolButton>
              )}
            </>
          }
        />
      ))}
    </div>
  )
}
