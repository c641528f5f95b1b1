export type NewLink = {
  href: string
  title: string
  /** Words of the text that the link goes on; null if none are known. */
  words: string | null
}

/** Lets other parts of the editor change the text, in the visual editor or in its source. */
export type ContentHandle = {
  focus: () => void
  /** Puts a link on the words, or in a line of its own where they are not free; returns whether the words carry it. */
  insertLink: (link: NewLink) => boolean
}
