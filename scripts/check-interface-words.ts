/**
 * Fails for texts of the admin that name a thing by another word than “Words of the interface” in CONTRIBUTING.md; prints
 * file:line for each. Reads the string literals, templates and JSX texts, so identifiers and comments are free.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'

type Rule = {
  pattern: RegExp
  use: string
  /** Files or texts with the other word: those of the specification, of readers, of others' products, or with another sense. */
  allow?: { files?: RegExp; texts?: RegExp }
}

const rules: Rule[] = [
  {
    pattern: /\bcontacts\b/i,
    use: 'message; Contacts is the name of the tab',
    allow: { files: /^src\/web\/admin\/tabs[.]ts$/ },
  },
  { pattern: /\b(?:inquir|enquir)(?:y|ies)\b/i, use: 'message' },
  {
    pattern: /\bletters?\b/i,
    use: 'newsletter',
    // The line above the form of the site is for readers; the rules of slugs and names mean characters.
    allow: { files: /^src\/contract\/audience\/sign-up-words[.]ts$/, texts: /letters, digits|(?:one|a) letter$/ },
  },
  {
    pattern: /\b(?:campaigns?|mailings?|broadcasts?)\b/i,
    use: 'newsletter',
    // A network's own name of an id.
    allow: { files: /^src\/contract\/shop\/recognise-link[.]ts$/ },
  },
  {
    pattern: /\b(?:e-mails?|emails)\b|\bmessages (?:an|a|per) (?:hour|day)\b/i,
    use: 'mail for one that is sent, email for the address',
    // The name of an event at Brevo.
    allow: { texts: /invalid emails, blocked/ },
  },
  {
    pattern: /\b(?:nameless|mail) programs?\b|\bprograms? (?:sent|signed|that say)\b|\blet programs\b|\bsoftware\b/i,
    use: 'bot; a program is what a shop pays commission by',
  },
  {
    pattern: /\bmerchants?\b|\badvertisers?\b|\baffiliate partners?\b/i,
    use: 'shop for who sells, program for what pays, network for who runs it',
    // The networks' own name of the id.
    allow: { texts: /^Advertiser$/ },
  },
  {
    pattern: /\brevenues?\b/i,
    use: 'commission for what a sale earns, Earnings for all of it',
    // The specification's word for the sum of conversions.
    allow: { files: /^src\/(?:web\/admin\/analytics\/|contract\/shop\/(?:analytics|conversions)[.]ts$)/ },
  },
  {
    pattern: /\b(?:payouts?|incomes?|turnover|profits?)\b/i,
    use: 'commission for what a sale earns, Earnings for all of it',
  },
]

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'src/web/admin', 'src/contract'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /[.]tsx?$/.test(file) && !/[.]test[.]/.test(file))

const findings = files.flatMap(findingsOf)
for (const finding of findings) console.error(finding)
if (findings.length > 0) {
  console.error(`\n${findings.length} texts with another word for a thing (CONTRIBUTING.md, “Words of the interface”)`)
  process.exitCode = 1
}

function findingsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  return textsOf(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })).flatMap(({ text, start }) =>
    rules
      .filter(({ pattern, allow }) => pattern.test(text) && !allow?.files?.test(file) && !allow?.texts?.test(text))
      .map(({ pattern, use }) => {
        const line = source.slice(0, start).split('\n').length
        return `${file}:${line}: “${pattern.exec(text)?.[0] ?? ''}” → ${use}`
      }),
  )
}

type Text = { text: string; start: number }

/** The texts below a node that a person may read: those with a blank or a first capital, without types, imports and classes. */
function textsOf(node: unknown): Text[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (!isNode(node) || isUnread(node)) return []
  const text = textOf(node)?.trim() ?? ''
  if (/\s|^\p{Lu}/u.test(text)) return [{ text, start: node.start }]
  return Object.values(node).flatMap(textsOf)
}

type Node = { type: string; start: number; [property: string]: unknown }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function isUnread(node: Node): boolean {
  if (node.type === 'JSXAttribute') return isNode(node.name) && node.name.name === 'className'
  return node.type === 'ImportDeclaration' || node.type === 'TSLiteralType'
}

function textOf(node: Node): string | undefined {
  if (node.type === 'TemplateElement') return (node.value as { cooked: string }).cooked
  const isText = node.type === 'JSXText' || node.type === 'Literal'
  return isText && typeof node.value === 'string' ? node.value : undefined
}
