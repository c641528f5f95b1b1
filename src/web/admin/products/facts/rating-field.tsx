import { FieldFrame } from '../../kit/form-fields.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'

type RatingFieldProps = {
  label: string
  error?: string
  /** 0 to 5 in halves, or null for no rating. */
  value: number | null
  onChange: (value: number | null) => void
}

/** A slider in halves: the arrow keys change the rating, Delete takes it away. */
export function RatingField({ label, error, value, onChange }: RatingFieldProps) {
  return (
    <FieldFrame
      optional
      label={label}
      error={error}
      hint="Arrow keys go by half a star. Without a rating, pages show none."
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <input
            {...control}
            type="range"
            min={0}
            max={5}
            step={0.5}
            value={value ?? 0}
            aria-valuetext={value === null ? 'No rating' : `${value} out of 5`}
            onChange={(event) => onChange(Number(event.target.value))}
            onKeyDown={(event) => {
              if (event.key === 'Delete' || event.key === 'Backspace') onChange(null)
            }}
            className="h-10 w-40 max-w-full accent-accent-deep"
          />
          <Stars value={value} />
          <span aria-hidden="true" className="min-w-24 text-[0.9375rem] tabular-nums text-ink">
            {value === null ? 'No rating' : `${value} out of 5`}
          </span>
          {value !== null && (
            <ToolButton tone="quiet" onClick={() => onChange(null)}>
              Remove the rating
            </ToolButton>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

function Stars({ value }: { value: number | null }) {
  return (
    <span aria-hidden="true" className="relative inline-block text-lg leading-none tracking-widest text-ink-faint/60">
      ★★★★★
      <span
        className="absolute inset-y-0 left-0 overflow-hidden text-accent-deep"
        style={{ width: `${((value ?? 0) / 5) * 100}%` }}
      >
        ★★★★★
      </span>
    </span>
  )
}
