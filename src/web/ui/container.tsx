import type { ReactNode } from 'react'

type ContainerProps = {
  /** `page` for grids, `wide` for a large picture, `title` for display type, `prose` for text. */
  width?: keyof typeof measures
  className?: string
  children: ReactNode
}

const measures = { page: 'max-w-page', wide: 'max-w-6xl', title: 'max-w-4xl', prose: 'max-w-text' }

/** The centred content column with its side margins. */
export function Container({ width = 'page', className = '', children }: ContainerProps) {
  return <div className={`column ${measures[width]} ${className}`}>{children}</div>
}
