import type { ReactNode } from 'react'

type SectionHeadingProps = {
  title: string
  /** For `aria-labelledby` of the section. */
  id?: string
  /** Italic text above the title. */
  eyebrow?: string
  description?: string
  /** A link at the end of the line. */
  action?: ReactNode
  align?: 'start' | 'center'
  className?: string
}

/** An `h2` with an optional eyebrow and link. */
export function SectionHeading({
  title,
  id,
  eyebrow,
  description,
  action,
  align = 'start',
  className = '',
}: SectionHeadingProps) {
  const isCentered = align === 'center'
  return (
    <div
      className={`mb-8 flex flex-wrap items-end gap-x-8 gap-y-4 md:mb-10 ${isCentered ? 'justify-center text-center' : 'justify-between'} ${className}`}
    >
      <div className="max-w-2xl">
        {eyebrow && <p className="font-accent text-xl leading-tight font-medium text-accent-deep italic">{eyebrow}</p>}
        <h2 dir="auto" id={id} className="mt-1 text-3xl md:text-4xl">
          {title}
        </h2>
        {description && <p className={`mt-3 text-ink-soft ${isCentered ? 'text-balance' : ''}`}>{description}</p>}
      </div>
      {action}
    </div>
  )
}
