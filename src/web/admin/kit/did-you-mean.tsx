import { nearestName } from '../../../contract/platform/nearest-name.ts'

type DidYouMeanProps = {
  typed: string
  existing: readonly string[]
  onTake: (name: string) => void
}

/** Suggests the existing name that a typed one probably means. */
export function DidYouMean({ typed, existing, onTake }: DidYouMeanProps) {
  const nearest = nearestName(typed, existing)
  return (
    <p role="status" className="text-sm text-ink-soft not-empty:mt-1">
      {nearest !== undefined && (
        <>
          Did you mean{' '}
          <button
            type="button"
            className="min-h-10 font-semibold text-accent-deep underline underline-offset-4 wrap-anywhere"
            onClick={() => onTake(nearest)}
          >
            {nearest}
          </button>
          ?
        </>
      )}
    </p>
  )
}
