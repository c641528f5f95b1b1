import type { ReactNode, Ref } from 'react'
import { MoreActions } from './more-actions.tsx'

type TabHeaderProps = {
  title: string
  description?: ReactNode
  /** The main button of the tab. */
  children?: ReactNode
  /** Further buttons and links, before the main one; a phone shows them behind “More”, and leaves the description out. */
  more?: ReactNode
  /** Lets a change move the focus to the heading. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** A tab's heading and actions. */
export function TabHeader({ title, description, children, more, headingRef }: TabHeaderProps) {
  return (
    <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 max-md:gap-x-2 md:mb-5">
      <div className="min-w-0 max-md:grow">
        <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-xl md:text-[1.75rem]">
          {title}
        </h2>
        {description && <p className={`mt-1 text-sm text-ink-soft ${more ? 'max-md:hidden' : ''}`}>{description}</p>}
      </div>
      {(children || more) && (
        <div className="flex flex-wrap gap-2 max-md:[&>a>svg]:hidden max-md:[&>button>svg]:hidden">
          {more && <MoreActions>{more}</MoreActions>}
          {children}
        </div>
      )}
    </header>
  )
}

type PanelProps = {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A white card with a heading. */
export function Panel({ title, description, actions, className = '', children }: PanelProps) {
  return (
    <section className={`rounded-card border border-line bg-white p-4 md:p-6 ${className}`}>
      {(title || actions) && (
        <header className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div>
            {title && <h3 className="text-lg">{title}</h3>}
            {description && <p className="mt-1 text-sm text-ink-soft">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
