import { Column } from '@react-email/column'
import { Row } from '@react-email/row'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import type { LetterBlock, LetterElement, LetterNode } from '../../contract/letter-mail.ts'
import type { Colours } from '../../contract/palettes.ts'
import { LetterButton } from './letter-button.tsx'
import { Comparison } from './letter-comparison.tsx'
import { LetterNodes, Paragraph } from './letter-elements.tsx'
import { each, type LetterBlocks, LetterPlaceProvider, paint, useLetterPlace } from './letter-look.tsx'
import { isElement, isPicture } from './letter-nodes.ts'
import { LetterPanel } from './letter-panel.tsx'
import { PictureBlock, Pictures, Video } from './letter-pictures.tsx'
import { caption } from './letter-styles.ts'

export const letterBlocks: LetterBlocks = {
  picture: PictureBlock,
  row: ({ block }) => <Pictures block={block} columns={3} />,
  gallery: ({ block }) => <Pictures block={block} columns={2} />,
  compare: ({ block }) => <Pictures block={block} columns={2} />,
  video: Video,
  callout: ({ block }) => <Card border={block.tone === 'warning' ? 'alertDeep' : 'accent'} nodes={block.children} />,
  faq: Questions,
  button: ButtonBlock,
  products: ({ block }) => <LetterNodes nodes={block.children} />,
  box: ({ block }) => <ProductCard nodes={block.children} />,
  review: Review,
  note: ({ block }) => <ProductCard nodes={block.children} />,
  comparison: Comparison,
  picks: ({ block }) => <LetterNodes nodes={block.children} />,
  pick: ({ block }) => <LetterNodes nodes={block.children} />,
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
function Card({ nodes, border, children }: { nodes?: LetterNode[]; border?: keyof Colours; children?: ReactNode }) {
  const place = useLetterPlace()
  const { look, width } = place
  const round = `${look.radius}px`
  const edge = border
    ? { borderWidth: '0 0 0 4px', borderRadius: `0 ${round} ${round} 0` }
    : { borderWidth: '1px', borderRadius: round }
  return (
    <LetterPanel
      below={24}
      {...paint(
        look,
        { surface: 'cream', border: border ?? 'line' },
        {
          ...edge,
          borderStyle: 'solid',
          padding: `${CARD_PADDING}px ${CARD_PADDING}px ${CARD_PADDING - 8}px`,
        },
      )}
    >
      <LetterPlaceProvider value={{ ...place, width: width - 2 * CARD_PADDING, isCompact: true }}>
        {nodes ? <LetterNodes nodes={nodes} /> : children}
      </LetterPlaceProvider>
    </LetterPanel>
  )
}

/** Questions are open, because few mail programs can open them. */
function Questions({ block }: { block: LetterBlock }) {
  const { look } = useLetterPlace()
  const items = block.children.filter((node): node is LetterElement => isElement(node, 'details'))
  return each(items, (item) => {
    const question = item.children.find((node): node is LetterElement => isElement(node, 'summary'))
    return (
      <div style={{ margin: '0 0 8px' }}>
        <Text
          {...paint(
            look,
            { text: 'ink' },
            { fontFamily: look.sans, fontSize: '16px', lineHeight: '24px', margin: '0 0 6px' },
          )}
        >
          <strong>
            <LetterNodes nodes={question?.children ?? []} />
          </strong>
        </Text>
        <LetterNodes nodes={item.children.filter((node) => node !== question)} />
      </div>
    )
  })
}

function ButtonBlock({ block }: { block: LetterBlock }) {
  return (
    <LetterPanel below={24} style={{ textAlign: block.align === 'center' ? 'center' : 'left' }}>
      {each(block.children, (node) =>
        isElement(node, 'a') && node.href ? (
          <LetterButton
            href={node.href}
            isQuiet={block.tone === 'quiet'}
            rel={node.isAffiliate ? 'sponsored nofollow' : undefined}
          >
            <LetterNodes nodes={node.children} />
          </LetterButton>
        ) : (
          <LetterNodes nodes={[node]} />
        ),
      )}
    </LetterPanel>
  )
}

const THUMBNAIL = 112

/** A product: its picture next to what is said about it. */
function ProductCard({ nodes }: { nodes: LetterNode[] }) {
  return (
    <Card>
      <SideBySide nodes={nodes} />
    </Card>
  )
}

function SideBySide({ nodes }: { nodes: LetterNode[] }) {
  const place = useLetterPlace()
  const link = nodes.find((node) => isElement(node, 'a') && node.children.some(isPicture))
  if (!link) return <LetterNodes nodes={nodes} />
  return (
    <Row>
      <Column width={THUMBNAIL} style={{ width: `${THUMBNAIL}px`, verticalAlign: 'top' }}>
        <LetterPlaceProvider value={{ ...place, width: THUMBNAIL }}>
          <LetterNodes nodes={[link]} />
        </LetterPlaceProvider>
      </Column>
      <Column style={{ verticalAlign: 'top', paddingLeft: '16px' }}>
        <LetterNodes nodes={nodes.filter((node) => node !== link)} />
      </Column>
    </Row>
  )
}

/** The product, the owner's words, and what speaks for and against it. */
function Review({ block }: { block: LetterBlock }) {
  return (
    <Card>
      {each(block.children, (node) =>
        typeof node !== 'string' && node.kind === 'element' && node.part === 'head' ? (
          <SideBySide nodes={node.children} />
        ) : (
          <LetterNodes nodes={[node]} />
        ),
      )}
    </Card>
  )
}

function Timeline({ block }: { block: LetterBlock }) {
  const place = useLetterPlace()
  const items = block.children.filter((node): node is LetterElement => isElement(node, 'li'))
  return (
    <div style={{ margin: '0 0 24px' }}>
      {each(items, (item) => (
        <LetterPanel
          below={12}
          {...paint(
            place.look,
            { border: 'accent' },
            { borderWidth: '0 0 0 3px', borderStyle: 'solid', padding: '4px 0 0 18px' },
          )}
        >
          <LetterPlaceProvider value={{ ...place, isCompact: true }}>
            <LetterNodes nodes={item.children} />
          </LetterPlaceProvider>
        </LetterPanel>
      ))}
    </div>
  )
}

function Disclosure({ block }: { block: LetterBlock }) {
  const { look } = useLetterPlace()
  return (
    <Paragraph part="price">
      <span style={caption(look.sans)}>
        <LetterNodes nodes={block.children} />
      </span>
    </Paragraph>
  )
}
