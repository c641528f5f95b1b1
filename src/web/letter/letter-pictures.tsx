import { Column } from '@react-email/column'
import { Link } from '@react-email/link'
import { Row } from '@react-email/row'
import { Text } from '@react-email/text'
import type { LetterBlock, LetterElement, LetterNode } from '../../contract/letter-mail.ts'
import { LetterNodes, Picture } from './letter-elements.tsx'
import { each, LetterPlaceProvider, paint, useLetterPlace } from './letter-look.tsx'
import { isElement, isPicture } from './letter-nodes.ts'
import { caption } from './letter-styles.ts'

export function PictureBlock({ block }: { block: LetterBlock }) {
  const place = useLetterPlace()
  const { width } = place
  const isSmall = block.width === 'small' || block.align
  return (
    <div style={{ margin: '0 0 24px' }}>
      <LetterPlaceProvider value={{ ...place, width: isSmall ? Math.min(320, width) : width }}>
        <LetterNodes nodes={block.children} />
      </LetterPlaceProvider>
    </div>
  )
}

const GAP = 12

/** Pictures next to each other, each with its caption, above that of the block. */
export function Pictures({ block, columns }: { block: LetterBlock; columns: number }) {
  const place = useLetterPlace()
  const items = block.children.filter((node) => isFigure(node) || (typeof node !== 'string' && node.kind === 'picture'))
  const rest = block.children.filter((node) => !items.includes(node))
  const perRow = Math.min(columns, Math.max(1, items.length))
  const width = Math.floor((place.width - GAP * (perRow - 1)) / perRow)
  const rows = Array.from({ length: Math.ceil(items.length / perRow) }, (_, at) =>
    items.slice(at * perRow, (at + 1) * perRow),
  )
  return (
    <div style={{ margin: '0 0 24px' }}>
      <LetterPlaceProvider value={{ ...place, width, isCompact: true }}>
        {each(rows, (row) => (
          <Row style={{ tableLayout: 'fixed' }}>
            {each(row, (item, column) => (
              <Column
                width={`${100 / perRow}%`}
                style={{ verticalAlign: 'top', paddingLeft: column > 0 ? `${GAP}px` : 0, paddingBottom: `${GAP}px` }}
              >
                <LetterNodes nodes={[item]} />
              </Column>
            ))}
            {row.length < perRow && <Column colSpan={perRow - row.length} />}
          </Row>
        ))}
      </LetterPlaceProvider>
      <LetterNodes nodes={rest} />
    </div>
  )
}

function isFigure(node: LetterNode): boolean {
  return typeof node !== 'string' && node.kind === 'element' && node.name === 'figure'
}

/** Mail programs play no videos: its picture, and a link with its name, lead to the video's page. */
export function Video({ block }: { block: LetterBlock }) {
  const { look } = useLetterPlace()
  const link = block.children.find((node): node is LetterElement => isElement(node, 'a'))
  if (!link?.href) return <LetterNodes nodes={block.children} />
  const rest = block.children.filter((node) => node !== link)
  const picture = link.children.find(isPicture)
  const words = link.children.filter((node) => node !== picture)
  return (
    <div style={{ margin: '0 0 24px' }}>
      {picture && (
        <Link href={link.href} style={{ display: 'block' }}>
          <Picture picture={picture.alt ? picture : { ...picture, alt: 'The video' }} />
        </Link>
      )}
      <Text {...paint(look, { text: 'ink' }, { ...caption(look.sans), fontSize: '15px', margin: '8px 0 0' })}>
        <span aria-hidden="true">▶ </span>
        <Link href={link.href} {...paint(look, { text: 'accentDeep' }, { textDecoration: 'underline' })}>
          <LetterNodes nodes={words.length > 0 ? words : ['Watch the video']} />
        </Link>
      </Text>
      <LetterNodes nodes={rest} />
    </div>
  )
}
