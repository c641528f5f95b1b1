import { type ReactNode, useId } from 'react'
import type { AppearanceInput } from '../../../contract/accounts/appearance.ts'
import { type PaletteName, paletteNames, palettes } from '../../../contract/accounts/palettes.ts'
import { type CornerStyle, cornerStyles } from '../../../contract/accounts/theme.ts'
import { type TypePairingName, typePairingNames, typePairings } from '../../../contract/accounts/type-pairings.ts'
import { CheckboxField } from '../kit/form-fields.tsx'

export type ThemeFieldProps = { draft: AppearanceInput; onChange: (changes: Partial<AppearanceInput>) => void }

/** A chosen palette brings its own accent. */
export function PaletteField({ draft, onChange }: ThemeFieldProps) {
  return <PaletteChoices value={draft.palette} onChoose={(palette) => onChange({ palette, accent: '' })} />
}

type PaletteChoicesProps = { value: PaletteName; onChoose: (palette: PaletteName) => void }

/** Each palette with its colours. */
export function PaletteChoices({ value, onChoose }: PaletteChoicesProps) {
  return (
    <Choices<PaletteName>
      legend="Palette"
      className="grid grid-cols-2 gap-2"
      names={paletteNames}
      value={value}
      onChoose={onChoose}
      labelOf={(name) => (
        <>
          <Swatches name={name} />
          <span className="mt-1.5 block text-sm font-semibold">{palettes[name].label}</span>
          <span className="block text-xs text-ink-soft">{palettes[name].description}</span>
        </>
      )}
    />
  )
}

function Swatches({ name }: { name: PaletteName }) {
  const { paper, sand, accent, accentDeep, ink } = palettes[name].light
  return (
    <span aria-hidden="true" className="flex h-7 forced-color-adjust-none overflow-hidden rounded border border-line">
      {[paper, sand, accent, accentDeep, ink].map((background) => (
        <span key={background} className="grow" style={{ background }} />
      ))}
    </span>
  )
}

export function TypeField({ draft, onChange }: ThemeFieldProps) {
  return (
    <Choices<TypePairingName>
      legend="Type"
      className="grid gap-2"
      names={typePairingNames}
      value={draft.type}
      onChoose={(type) => onChange({ type })}
      labelOf={(name) => (
        <>
          <span className="block text-sm font-semibold">{typePairings[name].label}</span>
          <span className="block text-xs text-ink-soft">{typePairings[name].description}</span>
        </>
      )}
    />
  )
}

export function CornersField({ draft, onChange }: ThemeFieldProps) {
  return (
    <Choices<CornerStyle>
      legend="Corners"
      className="grid grid-cols-3 gap-2"
      names={Object.keys(cornerStyles) as CornerStyle[]}
      value={draft.corners}
      onChoose={(corners) => onChange({ corners })}
      labelOf={(name) => <span className="block text-sm font-semibold">{cornerStyles[name].label}</span>}
    />
  )
}

export function DarkField({ draft, onChange }: ThemeFieldProps) {
  return (
    <CheckboxField
      label="Dark colours"
      hint="Readers whose phone or computer is set to dark get the dark counterpart of the palette."
      checked={draft.dark}
      onChange={(event) => onChange({ dark: event.target.checked })}
    />
  )
}

type ChoicesProps<Name extends string> = {
  legend: string
  className: string
  names: Name[]
  value: Name
  onChoose: (name: Name) => void
  labelOf: (name: Name) => ReactNode
}

function Choices<Name extends string>({ legend, className, names, value, onChoose, labelOf }: ChoicesProps<Name>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className={className}>
        {names.map((name) => (
          <label
            key={name}
            className="relative cursor-pointer rounded-lg border border-line bg-white p-2.5 hover:border-accent-deep has-checked:chosen has-checked:bg-cream has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-deep"
          >
            <input
              type="radio"
              name={group}
              value={name}
              checked={name === value}
              onChange={() => onChoose(name)}
              className="sr-only"
            />
            {labelOf(name)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
