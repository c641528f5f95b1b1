import { useId } from 'react'

type PercentSliderProps = {
  label: string
  value: number
  min?: number
  max?: number
  unit?: string
  onChange: (value: number) => void
}

export function PercentSlider({ label, value, min = 0, max = 100, unit = '%', onChange }: PercentSliderProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="flex justify-between text-sm font-semibold">
        {label}
        <span className="font-normal text-ink-soft">
          {value}
          {unit}
        </span>
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="mt-1 w-full accent-accent-deep"
      />
    </div>
  )
}
