import type { ReactNode } from 'react'
import type { Colours } from '../../contract/accounts/palettes.ts'
import type { NewsletterBlock, NewsletterElement, NewsletterNode } from '../../contract/audience/newsletter-mail.ts'
import { NewsletterPanel, Row, Text } from './mail-elements.tsx'
import { NewsletterButton } from './newsletter-button.tsx'
import { Comparison } from './newsletter-comparison.tsx'
import { NewsletterNodes, Paragraph } from './newsletter-elements.tsx'
import { isElement, isPicture } from './newsletter-nodes.ts'
import { PictureBlock, Pictures, Video } from './newsletter-pictures.tsx'
import { caption } from './newsletter-styles.ts'
import { each, type NewsletterBlocks, NewsletterPlaceProvider, paint, useNewsletterPlace } from './newsletter-theme.tsx'

export const newsletterBlocks: NewsletterBlocks = {
  picture: PictureBlock,
  row: ({ block }) => <Pictures block={block} columns={3} />,
  gallery: ({ block }) => <Pictures block={block} columns={2} />,
  compare: ({ block }) => <Pictures block={block} columns={2} />,
  video: Video,
  callout: ({ block }) => <Card border={block.tone === 'warning' ? 'alertDeep' : 'accent'} nodes={block.children} />,
  faq: Questions,
  button: ButtonBlock,
  products: ({ block }) => <NewsletterNodes nodes={block.children} />,
  box: ({ block }) => <ProductCard nodes={block.children} />,
  review: Review,
  note: ({ block }) => <ProductCard nodes={block.children} />,
  comparison: Comparison,
  picks: ({ block }) => <NewsletterNodes nodes={block.children} />,
  pick: ({ block }) => <ProductCard nodes={block.children} />,
  routine: ({ block }) => <Card nodes={block.children} />,
  ingredient: ({ block }) => <Card nodes={block.children} />,
  dos: ({ block }) => <Card nodes={block.children} />,
  'patch-test': ({ block }) => <Card nodes={block.children} />,
  doctor: ({ block }) => <Card border="alertDeep" nodes={block.children} />,
  timeline: Timeline,
  disclosure: Disclosure,
}

const CARD_PADDING = 20

/** A raised surface, with a coloured edge if it has a tone. */
function Card({ nodes, border, children }: { nodes?: NewsletterNode[]; border?: keyof Colours; children?: ReactNode }) {
  const place = useNewsletterPlace()
  const { theme, width } = place
  const round = `${theme.radius}px`
  const edge = border
    ? { borderWidth: '0 0 0 4px', borderRadius: `0 ${round} ${round} 0` }
    : { borderWidth: '1px', borderRadius: round }
  return (
    <NewsletterPanel
      below={24}
      {...paint(
        theme,
        { surface: 'cream', border: border ?? 'line' },
        {
          ...edge,
          borderStyle: 'solid',
          padding: `${CARD_PADDING}px ${CARD_PADDING}px ${CARD_PADDING - 8}px`,
        },
      )}
    >
      <NewsletterPlaceProvider value={{ ...place, width: width - 2 * CARD_PADDING, isCompact: true }}>
        {nodes ? <NewsletterNodes nodes={nodes} /> : children}
      </NewsletterPlaceProvider>
    </NewsletterPanel>
  )
}

/** Questions are open, because few mail programs can open them. */
function Questions({ block }: { block: NewsletterBlock }) {
  const { theme } = useNewsletterPlace()
  const items = block.children.filter((node): node is NewsletterElement => isElement(node, 'details'))
  return each(items, (item) => {
    const question = item.children.find((node): node is NewsletterElement => isElement(node, 'summary'))
    return (
      <div style={{ margin: '0 0 8px' }}>
        <Text
          {...paint(
            theme,
            { text: 'ink' },
            { fontFamily: theme.sans, fontSize: '16px', lineHeight: '24px', margin: '0 0 6px' },
          )}
        >
          <strong>
            <NewsletterNodes nodes={question?.children ?? []} />
          </strong>
        </Text>
        <NewsletterNodes nodes={item.children.filter((node) => node !== question)} />
      </div>
    )
  })
}

function ButtonBlock({ block }: { block: NewsletterBlock }) {
  return (
    <NewsletterPanel below={24} style={{ textAlign: block.align === 'center' ? 'center' : 'left' }}>
      {each(block.children, (node) =>
        isElement(node, 'a') && node.href ? (
          <NewsletterButton
            href={node.href}
            isQuiet={block.tone === 'quiet'}
            rel={node.isAffiliate ? 'sponsored nofollow' : undefined}
          >
            <NewsletterNodes nodes={node.children} />
          </NewsletterButton>
        ) : (
          <NewsletterNodes nodes={[node]} />
        ),
      )}
    </NewsletterPanel>
  )
}

const THUMBNAIL = 112

/** A product: its picture next to what is said about it. */
function ProductCard({ nodes }: { nodes: NewsletterNode[] }) {
  return (
    <Card>
      <SideBySide nodes={nodes} />
    </Card>
  )
}

/** The shops stand below both, since a phone leaves no room for their prices next to the picture. */
function SideBySide({ nodes }: { nodes: NewsletterNode[] }) {
  const place = useNewsletterPlace()
  const link = nodes.find((node) => isElement(node, 'a') && node.children.some(isPicture))
  if (!link) return <NewsletterNodes nodes={nodes} />
  const shops = nodes.filter((node) => isElement(node, 'div') && node.part === 'shop')
  return (
    <>
      <Row>
        <td width={THUMBNAIL} style={{ width: `${THUMBNAIL}px`, verticalAlign: 'top' }}>
          <NewsletterPlaceProvider value={{ ...place, width: THUMBNAIL }}>
            <NewsletterNodes nodes={[link]} />
          </NewsletterPlaceProvider>
        </td>
        <td style={{ verticalAlign: 'top', paddingLeft: '16px' }}>
          <NewsletterNodes nodes={nodes.filter((node) => node !== link && !shops.includes(node))} />
        </td>
      </Row>
      <NewsletterNodes nodes={shops} />
    </>
  )
}

/** The product, the owner's words, and what speaks for and against it. */
function Review({ block }: { block: NewsletterBlock }) {
  return (
    <Card>
      {each(block.children, (node) =>
        typeof node !== 'string' && node.kind === 'element' && node.part === 'head' ? (
          <SideBySide nodes={node.children} />
        ) : (
          <NewsletterNodes nodes={[node]} />
        ),
      )}
    </Card>
  )
}

function Timeline({ block }: { block: NewsletterBlock }) {
  const place = useNewsletterPlace()
  const items = block.children.filter((node): node is NewsletterElement => isElement(node, 'li'))
  return (
    <div style={{ margin: '0 0 24px' }}>
      {each(items, (item) => (
        <NewsletterPanel
          below={12}
          {...paint(
            place.theme,
            { border: 'accent' },
            { borderWidth: '0 0 0 3px', borderStyle: 'solid', padding: '4px 0 0 18px' },
          )}
        >
          <NewsletterPlaceProvider value={{ ...place, isCompact: true }}>
            <NewsletterNodes nodes={item.children} />
          </NewsletterPlaceProvider>
        </NewsletterPanel>
      ))}
    </div>
  )
}

function Disclosure({ block }: { block: NewsletterBlock }) {
  const { theme } = useNewsletterPlace()
  return (
    <Paragraph part="price">
      <span style={caption(theme.sans)}>
        <NewsletterNodes nodes={block.children} />
      </span>
    </Paragraph>
  )
}
