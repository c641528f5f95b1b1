import type { CSSProperties, ReactNode } from 'react'
import { Row } from './mail-elements.tsx'

type NewsletterPanelProps = {
  className?: string
  /** Of the cell, where Outlook knows padding. */
  style?: CSSProperties
  /** The space below, in pixels. */
  below?: number
  children: ReactNode
}

/** A table with one cell, for what needs padding or a space below: Outlook ignores both on other elements. */
export function NewsletterPanel({ className, style, below = 0, children }: NewsletterPanelProps) {
  const panel = (
    <Row>
      <td className={className} style={style}>
        {children}
      </td>
    </Row>
  )
  if (below === 0) return panel
  return (
    <Row>
      <td style={{ paddingBottom: `${below}px` }}>{panel}</td>
    </Row>
  )
}
