import { Extension, InputRule, markInputRule, wrappingInputRule } from '@tiptap/core'

/**
 * Markdown while typing, in place of Tiptap's rules that take plain text for it: a list begins with 1 or with the number that
 * follows the list before it, so that a year or a day of a month begins none, and emphasis has no blanks inside its marks,
 * so that two footnotes are none.
 */
export const TypingRules = Extension.create({
  name: 'typingRules',
  addInputRules() {
    const { nodes, marks } = this.editor.schema
    const emphasis = [
      markInputRule({ find: /(?:^|\s)(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/, type: marks.bold! }),
      markInputRule({ find: /(?:^|\s)(__(?!\s)([^_]+)(?<!\s)__)$/, type: marks.bold! }),
      markInputRule({ find: /(?:^|\s)(\*(?!\s)([^*]+)(?<!\s)\*)$/, type: marks.italic! }),
      markInputRule({ find: /(?:^|\s)(_(?!\s)([^_]+)(?<!\s)_)$/, type: marks.italic! }),
      markInputRule({ find: /(?:^|\s)(~~(?!\s)([^~]+)(?<!\s)~~)$/, type: marks.strike! }),
    ]
    const find = /^(\d{1,3})[.)]\s$/
    const numbered = wrappingInputRule({
      find,
      type: nodes.orderedList!,
      getAttributes: ([, number]) => ({ start: Number(number) }),
      joinPredicate: ([, number], list) => list.childCount + list.attrs.start === Number(number),
    })
    return [
      ...emphasis,
      wrappingInputRule({ find: /^\s*([-*])\s$/, type: nodes.bulletList! }),
      new InputRule({
        find,
        handler(props) {
          const { state, range, match } = props
          const before = state.doc.resolve(range.from - 1).nodeBefore
          const next = before && before.type === nodes.orderedList ? before.childCount + before.attrs.start : 1
          return match[1] === '1' || match[1] === String(next) ? numbered.handler(props) : null
        },
      }),
    ]
  },
})

/** The extensions whose rules apply while typing. */
export const rulesOfTyping = ['typingRules', 'heading', 'blockquote', 'codeBlock', 'horizontalRule', 'code']

/** Pasted Markdown is read as a whole; the rules of single marks would convert parts of a plain text. */
export const rulesOfPasting = ['link']
