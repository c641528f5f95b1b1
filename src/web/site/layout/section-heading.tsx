import type { ReactNode } from 'react'
import { useWritten } from './use-written.ts'

type SectionHeadingProps = {
  title: string
  /** Whether the owner wrote the title. */
  isWritten?: boolean
  /** `aria-labelledby` of the section refers to this id. */
  id?: string
  /** Italic text above the title. */
  eyebrow?: string
  description?: string
  /** A link at the end of the line. */
  action?: ReactNode
  align?: 'start' | 'center'
}

/** An `h2` with an optional eyebrow and link. */
export function SectionHeading({
  title,
  isWritten = false,
  id,
  eyebrow,
  description,
  action,
  align,
}: SectionHeadingProps) {
  const written = useWritten()
  return (
    <div className={align === 'center' ? 'section-head centred' : 'section-head'}>
      <div>
        {eyebrow && <p className="kicker">{eyebrow}</p>}
        <h2 {...(isWritten && written)} id={id} className="heading">
          {title}
        </h2>
        {description && <p>{description}</p>}
      </div>
      {action}
    </div>
  )
}
