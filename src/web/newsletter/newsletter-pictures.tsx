import type { NewsletterBlock, NewsletterElement, NewsletterNode } from '../../contract/audience/newsletter-mail.ts'
import { Link, Row, Text } from './mail-elements.tsx'
import { NewsletterNodes, Picture } from './newsletter-elements.tsx'
import { isElement, isPicture } from './newsletter-nodes.ts'
import { caption } from './newsletter-styles.ts'
import { each, NewsletterPlaceProvider, paint, useNewsletterPlace } from './newsletter-theme.tsx'

export function PictureBlock({ block }: { block: NewsletterBlock }) {
  const place = useNewsletterPlace()
  const { width } = place
  const isSmall = block.width === 'small' || block.align
  return (
    <div style={{ margin: '0 0 24px' }}>
      <NewsletterPlaceProvider value={{ ...place, width: isSmall ? Math.min(320, width) : width }}>
        <NewsletterNodes nodes={block.children} />
      </NewsletterPlaceProvider>
    </div>
  )
}

const GAP = 12

/** Pictures next to each other, each with its caption, above that of the block. */
export function Pictures({ block, columns }: { block: NewsletterBlock; columns: number }) {
  const place = useNewsletterPlace()
  const items = block.children.filter((node) => isFigure(node) || (typeof node !== 'string' && node.kind === 'picture'))
  const rest = block.children.filter((node) => !items.includes(node))
  const perRow = Math.min(columns, Math.max(1, items.length))
  const width = Math.floor((place.width - GAP * (perRow - 1)) / perRow)
  const rows = Array.from({ length: Math.ceil(items.length / perRow) }, (_, at) =>
    items.slice(at * perRow, (at + 1) * perRow),
  )
  return (
    <div style={{ margin: '0 0 24px' }}>
      <NewsletterPlaceProvider value={{ ...place, width, isCompact: true }}>
        {each(rows, (row) => (
          <Row style={{ tableLayout: 'fixed' }}>
            {each(row, (item, column) => (
              <td
                width={`${100 / perRow}%`}
                style={{ verticalAlign: 'top', paddingLeft: column > 0 ? `${GAP}px` : 0, paddingBottom: `${GAP}px` }}
              >
                <NewsletterNodes nodes={[item]} />
              </td>
            ))}
            {row.length < perRow && <td colSpan={perRow - row.length} />}
          </Row>
        ))}
      </NewsletterPlaceProvider>
      <NewsletterNodes nodes={rest} />
    </div>
  )
}

function isFigure(node: NewsletterNode): boolean {
  return typeof node !== 'string' && node.kind === 'element' && node.name === 'figure'
}

/** The width of an upright picture of a video or of a card, which would fill a screen in the width of the text. */
const NARROW = 240

/** Mail programs play no videos: its picture, and a link with its name, lead to the video's page, or to that of a card. */
export function Video({ block }: { block: NewsletterBlock }) {
  const { theme, width } = useNewsletterPlace()
  const link = block.children.find((node): node is NewsletterElement => isElement(node, 'a'))
  if (!link?.href) return <NewsletterNodes nodes={block.children} />
  const rest = block.children.filter((node) => node !== link)
  const picture = link.children.find(isPicture)
  const words = link.children.filter((node) => node !== picture)
  const isCard = link.part === 'card'
  return (
    <div style={{ margin: '0 0 24px' }}>
      {picture && (
        <Link href={link.href} style={{ display: 'block' }}>
          <Picture
            picture={picture.alt ? picture : { ...picture, alt: isCard ? 'The picture' : 'The video' }}
            width={isCard || block.shape ? Math.min(NARROW, width) : width}
          />
        </Link>
      )}
      <Text {...paint(theme, { text: 'ink' }, { ...caption(theme.sans), fontSize: '15px', margin: '8px 0 0' })}>
        {!isCard && <span aria-hidden="true">▶ </span>}
        <Link href={link.href} {...paint(theme, { text: 'accentDeep' }, { textDecoration: 'underline' })}>
          <NewsletterNodes nodes={words.length > 0 ? words : ['Watch the video']} />
        </Link>
      </Text>
      <NewsletterNodes nodes={rest} />
    </div>
  )
}
