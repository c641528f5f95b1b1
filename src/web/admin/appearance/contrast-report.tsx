import type { AppearanceInput } from '../../../contract/accounts/appearance.ts'
import { coloursOf, contrasts, TEXT_CONTRAST } from '../../../contract/accounts/theme.ts'

/** Whether each text of the theme can be read on each surface. */
export function ContrastReport({ theme: { palette, accent, dark } }: { theme: AppearanceInput }) {
  const schemes = dark ? (['light', 'dark'] as const) : (['light'] as const)
  const pairs = schemes.flatMap((scheme) => contrasts(coloursOf(palette, accent, scheme)))
  const lowest = Math.min(...pairs.map(({ ratio }) => ratio))
  const failed = pairs.filter(({ ratio }) => ratio < TEXT_CONTRAST)
  return (
    <div role="status" className="text-sm text-ink-soft">
      {failed.length === 0 ? (
        <p>
          All {pairs.length} pairs of text and surface meet WCAG AA: the lowest contrast is {lowest.toFixed(1)}:1.
        </p>
      ) : (
        <ul className="text-alert-deep">
          {failed.map(({ text, surface, ratio }) => (
            <li key={`${text} ${surface}`}>
              {text} on {surface} could not be read: {ratio.toFixed(1)}:1 instead of {TEXT_CONTRAST}:1.
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
