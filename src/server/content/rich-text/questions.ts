import { blockOf } from '../../../contract/content/blocks.ts'
import type { Question } from '../../../contract/content/posts.ts'
import { separatesWords, type Token } from './html-tokens.ts'

/** The questions in the `faq` blocks of a body as plain text, without those that lack a question or an answer. */
export function findQuestions(tokens: Token[]): Question[] {
  const found: { question: string; answer: string }[] = []
  /** For each open section, whether it is a block of questions. */
  const sections: boolean[] = []
  let item: { question: string; answer: string } | undefined
  let isQuestion = false
  for (const token of tokens) {
    if (token.kind === 'text') {
      if (item) item[isQuestion ? 'question' : 'answer'] += token.text
      continue
    }
    const isOpen = token.kind === 'open'
    if (token.name === 'section') {
      if (isOpen) sections.push(blockOf(token.name, token.attributes) === 'faq')
      else sections.pop()
    } else if (token.name === 'details') {
      if (item) found.push(item)
      item = isOpen && sections.at(-1) ? { question: '', answer: '' } : undefined
    } else if (token.name === 'summary') isQuestion = isOpen
    else if (item && separatesWords(token.name)) item[isQuestion ? 'question' : 'answer'] += ' '
  }
  return found.map(({ question, answer }) => ({ question: oneLine(question), answer: oneLine(answer) })).filter(isWhole)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function isWhole({ question, answer }: Question): boolean {
  return question !== '' && answer !== ''
}
