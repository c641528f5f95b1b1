import { useState } from 'react'
import { palettes } from '../../../contract/accounts/palettes.ts'
import { accentNotes } from '../../../contract/accounts/theme.ts'
import { TextField } from '../kit/form-fields.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { ThemeFieldProps } from './theme-fields.tsx'

/** The accent of the palette, or one of the owner's own; what that means for texts stands below it. */
export function AccentField({ draft: { palette, accent }, onChange }: ThemeFieldProps) {
  /** What is typed and not a colour yet. */
  const [typed, setTyped] = useState<string>()
  const current = accent || palettes[palette].light.accent
  const type = (text: string) => {
    const colour = text.trim().toLowerCase()
    const isColour = /^#[0-9a-f]{6}$/.test(colour)
    setTyped(isColour ? undefined : text)
    if (isColour) onChange({ accent: colour })
  }
  return (
    <div>
      <div className="flex items-end gap-2">
        <TextField
          label="Accent colour"
          value={typed ?? current}
          error={typed === undefined ? undefined : 'Please enter a colour such as #d4a373'}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(undefined)}
          spellCheck={false}
          className="grow"
        />
        <input
          type="color"
          aria-label="Pick the accent colour"
          value={current}
          onChange={(event) => type(event.target.value)}
          className="h-10 w-14 cursor-pointer rounded-lg border border-ink-faint/60 bg-white p-1"
        />
      </div>
      {accent !== '' && (
        <>
          <ul className="mt-2 space-y-1 text-sm text-ink-soft">
            {accentNotes(palette, accent).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          <ToolButton tone="quiet" className="-ml-2 px-2" onClick={() => onChange({ accent: '' })}>
            Use the palette’s accent
          </ToolButton>
        </>
      )}
    </div>
  )
}
