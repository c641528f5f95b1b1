import type { Plugin } from 'vite'
import { type TypePairingName, typePairingNames } from '../src/contract/accounts/type-pairings.ts'
import { fontFaces } from './font-faces.ts'

/** Replaces `@import "virtual:font-faces/<pairing>"` in style sheets by the rules, before Tailwind resolves imports. */
export const writeFontFaces: Plugin = {
  name: 'write-font-faces',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/web\/styles\/.*[.]css/, code: /virtual:font-faces/ },
    handler(code) {
      return {
        code: code.replace(/@import "virtual:font-faces\/(\w+)";/, (_, name: string) => {
          if (!isPairing(name)) this.error(`${name} is not a type pairing`)
          return fontFaces(name)
        }),
        map: null,
      }
    },
  },
}

function isPairing(name: string): name is TypePairingName {
  return typePairingNames.some((each) => each === name)
}
