import type { ComponentProps, CSSProperties, ReactNode } from 'react'

/** The attributes of layout tables, which screen readers do not announce as tables. */
const layout = {
  align: 'center',
  width: '100%',
  border: 0,
  cellPadding: '0',
  cellSpacing: '0',
  role: 'presentation',
} as const

/** Cells next to each other: mail programs know no other columns. */
export function Row({ children, ...props }: ComponentProps<'table'>) {
  return (
    <table {...layout} {...props}>
      <tbody style={{ width: '100%' }}>
        <tr style={{ width: '100%' }}>{children}</tr>
      </tbody>
    </table>
  )
}

/** The whole width of the mail, with the colour around its sheet. */
export function Section({ children, ...props }: ComponentProps<'table'>) {
  return (
    <table {...layout} {...props}>
      <tbody>
        <tr>
          <td>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** The column of the mail: at most as wide as its sheet. */
export function Container({ width, children }: { width: number; children: ReactNode }) {
  return (
    <table {...layout} style={{ maxWidth: `${width}px`, width: '100%' }}>
      <tbody>
        <tr style={{ width: '100%' }}>
          <td>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** The text is in a cell with the style of the body, since some mail programs replace the body by an element of their own. */
export function Body({ children, className, style }: ComponentProps<'body'>) {
  return (
    <body className={className} style={{ margin: 0, padding: 0 }}>
      <table border={0} width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center">
        <tbody>
          <tr>
            <td style={style}>{children}</td>
          </tr>
        </tbody>
      </table>
    </body>
  )
}

/** Without the line below it and the frame that old mail programs draw. */
export function Img({ alt, src, width, height, style, ...props }: ComponentProps<'img'>) {
  const plain = { display: 'block', outline: 'none', border: 'none', textDecoration: 'none' }
  return <img {...props} alt={alt} height={height} src={src} style={{ ...plain, ...style }} width={width} />
}

/** Opens a window of its own, since web mail programs would replace themselves. */
export function Link({ style, children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} style={{ color: '#067df7', textDecorationLine: 'none', ...style }} target="_blank">
      {children}
    </a>
  )
}

type TextProps = Omit<ComponentProps<'p'>, 'style'> & {
  /** With a `margin` of three values. */
  style: CSSProperties & { margin: string }
}

/** A paragraph, with each margin by its own name too, which Outlook.com reads where it drops the short form. */
export function Text({ style, ...props }: TextProps) {
  const [marginTop, marginRight, marginBottom] = style.margin.split(' ')
  const margins = { marginTop, marginRight, marginBottom, marginLeft: marginRight }
  return <p {...props} style={{ fontSize: '14px', lineHeight: '24px', ...style, ...margins }} />
}

/** Characters of the preview at most, which a mail program shows next to the subject. */
export const PREVIEW_MAX = 150
const INVISIBLE = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'

/** The words next to the subject. A short text is followed by invisible characters, so that none of the mail follows it. */
export function Preview({ children }: { children: string }) {
  const hidden = { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 }
  return (
    <div style={hidden}>
      {children}
      {children.length < PREVIEW_MAX && <div>{INVISIBLE.repeat(PREVIEW_MAX - children.length)}</div>}
    </div>
  )
}

type NewsletterPanelProps = {
  className?: string
  /** The style of the cell, where Outlook knows padding. */
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
