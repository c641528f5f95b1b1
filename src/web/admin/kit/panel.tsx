import type { ReactNode, Ref } from 'react'

type TabHeaderProps = {
  title: string
  description?: ReactNode
  /** Buttons of the tab, the primary one last. */
  children?: ReactNode
  /** Lets a change move the focus to the heading. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** A tab's heading and actions. */
export function TabHeader({ title, description, children, headingRef }: TabHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-2xl md:text-[1.75rem]">
          {title}
        </h2>
        {description && <p className="mt-1 text-sm text-ink-soft">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
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
