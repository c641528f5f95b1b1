import { textOf } from '../../../content/rich-text/clean-html.ts'
import type { SourceRecord } from '../source-records.ts'
import { timeOf } from './clean-text.ts'

const unwanted = new Map([
  ['spam', 'It is spam.'],
  ['trash', 'It was in the trash.'],
  ['post-trashed', 'It was in the trash.'],
])

/** A comment of WXR by the fields of its element, `at` which place among those of its text. */
export function readComment(fields: Map<string, string>, textId: string, at: number): SourceRecord {
  const field = (name: string) => fields.get(`wp:comment_${name}`) ?? ''
  const id = field('id') || `${textId}-${at}`
  const type = field('type')
  const approved = field('approved')
  const leftOut = unwanted.get(approved) ?? otherThing(type)
  if (leftOut) return { type: 'comment', id, leftOut }
  const parent = field('parent')
  return {
    ...{ type: 'comment', id, textId },
    parentId: parent && parent !== '0' ? parent : null,
    author: commentAuthor(field('author')),
    content: field('content'),
    writtenAt: timeOf(field('date_gmt')) ?? timeOf(field('date')),
    isApproved: approved === '1',
  }
}

/** '' for one who gave an email as the name. */
export function commentAuthor(html: string): string {
  const author = textOf(html).slice(0, 200).toWellFormed()
  return author.includes('@') ? '' : author
}

function otherThing(type: string): string | undefined {
  if (type === 'pingback' || type === 'trackback') return 'It is a link from another site, not a comment of a reader.'
  if (['', 'comment', 'review'].includes(type)) return undefined
  return `It is a note of the type “${type.slice(0, 50)}”, not a comment of a reader.`
}
