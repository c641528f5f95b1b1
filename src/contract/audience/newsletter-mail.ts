import type { BlockName } from '../content/blocks.ts'
import type { MailTheme } from './mail-theme.ts'

/** A newsletter as the server hands it to the renderer. Without zod: nothing of it crosses the network. */

/** Gmail cuts off messages whose HTML is longer than about 102 kB. In bytes. */
export const NEWSLETTER_HTML_MAX = 100_000

/** A picture in formats that mail programs show. */
export type NewsletterPicture = {
  kind: 'picture'
  alt: string
  /** Its own size in pixels; absent where it is not known. */
  width?: number
  height?: number
  /** Absolute URLs by ascending width; one of width 0 where the width is not known. */
  sources: { width: number; url: string }[]
}

/** An element of the article's HTML, with the attributes that a mail needs. */
export type NewsletterElement = {
  kind: 'element'
  name: string
  /** Absolute. */
  href?: string
  /** The accessible name, where the text alone is ambiguous. */
  label?: string
  isAffiliate?: boolean
  /** Set on a link that leads to the site instead of a shop: its words there, and whether a block made it. */
  replaced?: { words: string; isOfBlock: boolean }
  /**
   * The part of its block, such as `price`; on a link, `shop-now` is a button and `address` one that a text spells
   * out.
   */
  part?: string
  span?: { columns?: number; rows?: number }
  /** The language of its words, where that is not the language of the text. */
  lang?: string
  /** The number of the first item of a list. */
  start?: number
  children: NewsletterNode[]
}

/** `box` is the box of one product, `disclosure` stands before the first affiliate link. */
export type NewsletterBlockName = BlockName | 'box' | 'disclosure'

export type NewsletterBlock = {
  kind: 'block'
  name: NewsletterBlockName
  tone?: string
  align?: string
  /** As `data-width` in the article. */
  width?: string
  /** As `data-shape` in the article. */
  shape?: string
  children: NewsletterNode[]
}

export type NewsletterNode = string | NewsletterPicture | NewsletterElement | NewsletterBlock

export type NewsletterMail = {
  title: string
  /** The text that mail programs show after the subject. */
  preview: string
  /** The words of its label, above all of it; undefined without one. */
  kicker: string | undefined
  site: { name: string; url: string; email: string; logo: NewsletterPicture | undefined }
  /** Name and postal address of the sender in one line; '' where the owner has not stated them. */
  sender: string
  /** Who writes; '' for the site itself. */
  byline: string
  /** A BCP 47 tag. */
  language: string
  /** The day on which it is sent, as readers read it. */
  day: string
  /** Where it can be read on the site; undefined if it cannot. */
  pageUrl: string | undefined
  theme: MailTheme
  /** Paragraphs of the owner above a post. */
  note: NewsletterNode[]
  body: NewsletterNode[]
  /** Whether the reader may choose the digest instead of all newsletters. */
  hasDigest: boolean
  /** Whether its links lead over the site, which the mail says. */
  countsClicks: boolean
}

/** Texts with merge fields, which `compileTemplate` fills for each recipient. */
export type RenderNewsletter = (model: NewsletterMail) => Promise<{ html: string; text: string }>
