import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * Shows the cursor where it was as soon as the editor has the focus again, as after a dialog. The browser puts it at the
 * start and ProseMirror moves it back 20 ms later: what is typed in between would land at the start of the text.
 */
export const CursorOnFocus = Extension.create({
  name: 'cursorOnFocus',
  addProseMirrorPlugins() {
    let isPressed = false
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            // The focus of a click follows in the same task, and the browser places the cursor.
            mousedown: () => {
              isPressed = true
              setTimeout(() => {
                isPressed = false
              })
              return false
            },
            focus: (view) => {
              if (!isPressed) view.focus()
              return false
            },
          },
        },
      }),
    ]
  },
})
