import type { ReactNode } from 'react'

type IconProps = { className?: string; strokeWidth?: number }

/**
 * A decorative icon for public pages. The shapes are from Lucide (ISC), whose own component is larger than all of them
 * together.
 */
export function icon(shape: ReactNode) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per icon, at module level
  return function Icon({ className, strokeWidth = 2 }: IconProps) {
    return (
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={className}
      >
        {shape}
      </svg>
    )
  }
}

export const Search = icon(
  <>
    <path d="m21 21-4.34-4.34" />
    <circle cx="11" cy="11" r="8" />
  </>,
)
export const Menu = icon(<path d="M4 5h16M4 12h16M4 19h16" />)
export const X = icon(<path d="M18 6 6 18M6 6l12 12" />)
export const Droplet = icon(
  <path d="M12 22a7 7 0 0 0 7-7c0-2-1-3.9-3-5.5s-3.5-4-4-6.5c-.5 2.5-2 4.9-4 6.5C6 11.1 5 13 5 15a7 7 0 0 0 7 7z" />,
)
export const ArrowRight = icon(<path d="M5 12h14m-7-7 7 7-7 7" />)
export const ChevronLeft = icon(<path d="m15 18-6-6 6-6" />)
export const ChevronRight = icon(<path d="m9 18 6-6-6-6" />)
