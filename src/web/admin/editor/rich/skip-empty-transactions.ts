import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * Applies no transaction that changes nothing. Tiptap dispatches one for each command that a key tries, also for those that
 * do not apply, and an update of the view while it reads a composed text from the DOM doubles that text.
 */
export const SkipEmptyTransactions = Extension.create({
  name: 'skipEmptyTransactions',
  addProseMirrorPlugins: () => [
    new Plugin({
      filterTransaction: (tr) =>
        tr.docChanged || tr.selectionSet || tr.storedMarksSet || tr.scrolledIntoView || !tr.isGeneric,
    }),
  ],
})
