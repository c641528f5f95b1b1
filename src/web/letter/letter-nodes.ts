import type { LetterElement, LetterNode, LetterPicture } from '../../contract/letter-mail.ts'

export function isElement(node: LetterNode, name: string): node is LetterElement {
  return typeof node !== 'string' && node.kind === 'element' && node.name === name
}

export function isPicture(node: LetterNode): node is LetterPicture {
  return typeof node !== 'string' && node.kind === 'picture'
}
