import type { ReactNode } from 'react'

type SectionHeadingProps = {
  title: string
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
export function SectionHeading({ title, id, eyebrow, description, action, align }: SectionHeadingProps) {
  return (
    <div className={align === 'center' ? 'section-head centred' : 'section-head'}>
      <div>
        {eyebrow && <p className="kicker">{eyebrow}</p>}
        <h2 dir="auto" id={id} className="heading">
          {title}
        </h2>
        {description && <p>{description}</p>}
      </div>
      {action}
    </div>
  )
}
