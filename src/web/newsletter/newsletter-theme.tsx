import {
  type ComponentType,
  type CSSProperties,
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  useContext,
} from 'react'
import type { Colours } from '../../contract/accounts/palettes.ts'
import type { MailTheme } from '../../contract/audience/mail-theme.ts'
import type { NewsletterBlock, NewsletterBlockName } from '../../contract/audience/newsletter-mail.ts'

type Colour = keyof Colours

/** The mail markup of each block; the compiler names a block without one. */
export type NewsletterBlocks = Record<NewsletterBlockName, ComponentType<{ block: NewsletterBlock }>>

/** Describes the place where a part of a newsletter stands. */
export type NewsletterPlace = {
  theme: MailTheme
  /** The width of the column, in pixels. */
  width: number
  /** Smaller text with less space, in blocks. */
  isCompact: boolean
  blocks: NewsletterBlocks
}

const PlaceContext = createContext<NewsletterPlace | undefined>(undefined)
export const NewsletterPlaceProvider = PlaceContext.Provider

export function useNewsletterPlace(): NewsletterPlace {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('A part of a newsletter stands outside of a newsletter.')
  return place
}

/** Children without keys, which only a component that is rendered again needs. */
export function each<Item>(items: readonly Item[], render: (item: Item, at: number) => ReactNode): ReactNode {
  return createElement(Fragment, {}, ...items.map(render))
}

type Paint = { text?: Colour; surface?: Colour; border?: Colour }

/**
 * The colours of an element: inline for every mail program, with classes by which those that know dark colours replace them.
 * A border's width and style are the element's own.
 */
export function paint<Style extends CSSProperties = CSSProperties>(
  { light }: MailTheme,
  { text, surface, border }: Paint,
  style?: Style,
): { className: string; style: Style & CSSProperties } {
  const classes = [text && `t-${text}`, surface && `s-${surface}`, border && `b-${border}`].filter(Boolean)
  return {
    className: classes.join(' '),
    style: {
      ...style!,
      ...(text && { color: light[text] }),
      ...(surface && { backgroundColor: light[surface] }),
      ...(border && { borderColor: light[border] }),
    },
  }
}

const classed: Record<string, Colour[]> = {
  t: ['ink', 'inkSoft', 'accentDeep', 'white'],
  s: ['paper', 'white', 'cream', 'accentDeep', 'sand'],
  b: ['line', 'accent', 'accentDeep', 'alertDeep'],
}
const properties: Record<string, string> = { t: 'color', s: 'background-color', b: 'border-color' }

/** The colours of a logo and of its alternative text, in dark mails too. */
export const PLATE = { backgroundColor: '#ffffff', color: '#222222' }

/** The style sheet of the dark colours; without it the newsletter is light. */
export function darkStyles({ dark }: MailTheme): string {
  const rules = Object.entries(classed).flatMap(([kind, colours]) =>
    colours.map((colour) => `.${kind}-${colour}{${properties[kind]}:${dark[colour]}!important}`),
  )
  return `@media (prefers-color-scheme:dark){${rules.join('')}.plate{background-color:${PLATE.backgroundColor}!important;color:${PLATE.color}!important}}`
}

/** Below this width the padding of the newsletter is smaller, where media queries are known. */
export const narrowStyles = '@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}'
