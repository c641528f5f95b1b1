import { createElement, type ReactNode } from 'react'
import type { NewsletterElement, NewsletterNode, NewsletterPicture } from '../../contract/audience/newsletter-mail.ts'
import { Img, Link, Text } from './mail-elements.tsx'
import { NewsletterButton } from './newsletter-button.tsx'
import { directionOf, isPicture } from './newsletter-nodes.ts'
import { caption, cell, rule, sizes, spaceBelow, text } from './newsletter-styles.ts'
import { each, paint, useNewsletterPlace } from './newsletter-theme.tsx'

/** The body of a newsletter, and what is in its blocks. */
export function NewsletterNodes({ nodes }: { nodes: NewsletterNode[] }): ReactNode {
  const { blocks } = useNewsletterPlace()
  return each(nodes, (node) => {
    if (typeof node === 'string') return node
    if (node.kind === 'picture') return <Picture picture={node} />
    if (node.kind === 'element') return <Element element={node} />
    const Block = blocks[node.name]
    return <Block block={node} />
  })
}

/** As wide as its column; complete with pictures off, since its alternative text is a caption on a surface. */
export function Picture({ picture, width }: { picture: NewsletterPicture; width?: number }) {
  const { theme, width: column, isCompact } = useNewsletterPlace()
  const { alt, sources } = picture
  const shown = Math.min(width ?? column, picture.width ?? Number.POSITIVE_INFINITY)
  // Twice the size, for screens that are dense.
  const source = sources.find((candidate) => candidate.width >= shown * 2) ?? sources.at(-1)!
  const height = picture.width && picture.height ? Math.round((shown * picture.height) / picture.width) : undefined
  return (
    <Img
      src={source.url}
      alt={alt}
      width={shown}
      height={height}
      {...paint(
        theme,
        { text: 'inkSoft', surface: 'sand' },
        {
          width: '100%',
          maxWidth: `${shown}px`,
          height: 'auto',
          marginBottom: isCompact ? '8px' : 0,
          borderRadius: `${theme.radius}px`,
          fontFamily: theme.sans,
          fontSize: '14px',
          lineHeight: '20px',
          textAlign: 'center',
        },
      )}
    />
  )
}

/** Inline elements, and those that need no style of their own. */
const plain = new Set(['strong', 'em', 'b', 'i', 'u', 's', 'sub', 'sup', 'small', 'abbr', 'cite', 'br', 'tr'])
const passed = new Set(['thead', 'tbody', 'tfoot'])

function Element({ element }: { element: NewsletterElement }): ReactNode {
  const { theme, isCompact } = useNewsletterPlace()
  const { name, children } = element
  const content = <NewsletterNodes nodes={children} />
  if (name === 'br') return <br />
  if (element.lang) return <span lang={element.lang}>{content}</span>
  if (plain.has(name) || passed.has(name)) return createElement(name, {}, content)
  const space = spaceBelow(isCompact)
  const dir = directionOf(children)
  switch (name) {
    case 'a':
      return <ElementLink element={element} />
    case 'p':
      return (
        <Paragraph part={element.part} dir={dir}>
          {content}
        </Paragraph>
      )
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const [size, line, top] = sizes[isCompact ? 'h4' : name] ?? sizes.h4!
      const font = { fontFamily: theme.display, fontSize: `${size}px`, lineHeight: `${line}px`, fontWeight: 600 }
      return createElement(
        name,
        { dir, ...paint(theme, { text: 'ink' }, { ...font, margin: `${isCompact ? 0 : top}px 0 ${space}` }) },
        content,
      )
    }
    case 'ul':
    case 'ol':
      return createElement(
        name,
        {
          ...paint(
            theme,
            { text: 'ink' },
            {
              ...text(theme.sans, isCompact),
              margin: `0 0 ${space}`,
              ...(dir ? { paddingLeft: 0, paddingRight: '24px' } : { paddingLeft: '24px' }),
            },
          ),
          start: element.start,
          dir,
        },
        content,
      )
    case 'li':
      return <li style={{ margin: '0 0 6px' }}>{content}</li>
    default:
      return <RarerElement element={element} />
  }
}

function RarerElement({ element }: { element: NewsletterElement }): ReactNode {
  const { theme, isCompact } = useNewsletterPlace()
  const { name, children } = element
  const content = <NewsletterNodes nodes={children} />
  const space = spaceBelow(isCompact)
  const dir = directionOf(children)
  switch (name) {
    case 'dl':
      return <Facts element={element} />
    case 'blockquote':
      return (
        <blockquote
          dir={dir}
          {...paint(
            theme,
            { border: 'accent' },
            {
              margin: `0 0 ${space}`,
              ...(dir
                ? { padding: '0 18px 0 0', borderRightWidth: '3px', borderRightStyle: 'solid' }
                : { padding: '0 0 0 18px', borderLeftWidth: '3px', borderLeftStyle: 'solid' }),
            },
          )}
        >
          {content}
        </blockquote>
      )
    case 'pre':
      return (
        <pre
          {...paint(
            theme,
            { text: 'ink', surface: 'cream' },
            {
              margin: `0 0 ${space}`,
              padding: '12px',
              whiteSpace: 'pre-wrap',
              wordBreak: 'break-word',
              fontSize: '14px',
              lineHeight: '20px',
            },
          )}
        >
          {content}
        </pre>
      )
    case 'code':
      return <code style={{ fontSize: '90%', wordBreak: 'break-word' }}>{content}</code>
    case 'mark':
      return <span {...paint(theme, { text: 'ink', surface: 'sand' })}>{content}</span>
    case 'hr':
      return <hr {...paint(theme, { border: 'line' }, rule)} />
    default:
      return <FramedElement element={element} />
  }
}

function FramedElement({ element }: { element: NewsletterElement }): ReactNode {
  const { theme, isCompact } = useNewsletterPlace()
  const { name, children } = element
  const content = <NewsletterNodes nodes={children} />
  const dir = directionOf(children)
  switch (name) {
    case 'table':
      return <Table>{content}</Table>
    case 'caption':
      return (
        <caption {...paint(theme, { text: 'inkSoft' }, { ...caption(theme.sans), textAlign: 'left' })}>
          {content}
        </caption>
      )
    case 'th':
    case 'td':
      return createElement(
        name,
        {
          ...paint(theme, { text: 'ink', border: 'line' }, { ...cell(theme.sans), ...(dir && { textAlign: 'right' }) }),
          dir,
          ...(element.span && { colSpan: element.span.columns, rowSpan: element.span.rows }),
          ...(name === 'th' && { scope: 'col' }),
        },
        content,
      )
    case 'figure':
      return <div style={{ margin: `0 0 ${isCompact ? '12px' : '24px'}` }}>{content}</div>
    case 'figcaption':
      return (
        <Text dir={dir} {...paint(theme, { text: 'inkSoft' }, { ...caption(theme.sans), margin: '8px 0 0' })}>
          {content}
        </Text>
      )
    default:
      return content
  }
}

function ElementLink({ element: { href, label, part, children, isAffiliate } }: { element: NewsletterElement }) {
  const { theme } = useNewsletterPlace()
  const content = <NewsletterNodes nodes={children} />
  if (!href) return content
  if (part === 'shop-now')
    return (
      <NewsletterButton href={href} label={label} isSmall rel={isAffiliate ? 'sponsored nofollow' : undefined}>
        {content}
      </NewsletterButton>
    )
  return (
    <Link
      href={href}
      aria-label={label}
      rel={isAffiliate ? 'sponsored nofollow' : undefined}
      {...paint(theme, { text: 'accentDeep' }, { textDecoration: children.every(isPicture) ? 'none' : 'underline' })}
    >
      {content}
    </Link>
  )
}

/** Small ones are what a block says about a product besides its name. */
const soft = new Set(['brand', 'label', 'price', 'checked', 'how', 'swap', 'time'])

type ParagraphProps = { children: ReactNode; part?: string | undefined; dir?: 'rtl' | undefined }

export function Paragraph({ children, part, dir }: ParagraphProps) {
  const { theme, isCompact } = useNewsletterPlace()
  const font = text(theme.sans, isCompact)
  const size = part === 'name' ? { fontSize: '17px', lineHeight: '24px' } : {}
  return (
    <Text
      dir={dir}
      {...paint(
        theme,
        { text: part && soft.has(part) ? 'inkSoft' : 'ink' },
        { ...font, ...size, margin: `0 0 ${spaceBelow(isCompact)}` },
      )}
    >
      {children}
    </Text>
  )
}

/** The owner's tables; fixed columns, so that long words break instead of widening the newsletter. */
export function Table({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <table
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      border={0}
      aria-label={label}
      style={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', margin: '0 0 24px' }}
    >
      {children}
    </table>
  )
}

/** Terms with their descriptions, a row each. */
function Facts({ element }: { element: NewsletterElement }) {
  const { theme } = useNewsletterPlace()
  const parts = element.children.filter((node) => typeof node !== 'string' && node.kind === 'element')
  const rows = parts.flatMap((term, at) => (term.name === 'dt' ? [{ term, value: parts[at + 1] }] : []))
  const paints = (isTerm: boolean) =>
    paint(
      theme,
      { text: isTerm ? 'inkSoft' : 'ink', border: 'line' },
      { ...cell(theme.sans), fontWeight: 400, ...(isTerm && { width: '36%' }) },
    )
  return (
    <Table>
      <tbody>
        {each(rows, ({ term, value }) => (
          <tr>
            <th scope="row" {...paints(true)}>
              <NewsletterNodes nodes={term.children} />
            </th>
            <td {...paints(false)}>{value && <NewsletterNodes nodes={value.children} />}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
