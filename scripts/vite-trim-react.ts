import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'
import { missingFromReact, type Unused, unusedReact } from './unused-react.ts'

/**
 * Leaves what nothing here uses out of React in the browser's bundle (`unused-react.ts`); minifying then removes what only that
 * refers to. Every entry has to be found, so a new version of React fails the build until the table is compared with it.
 */
export const trimReact: Plugin = {
  name: 'trim-react',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    order: 'pre',
    filter: { id: /[/]node_modules[/]react-dom[/]cjs[/]react-dom-client[.]production[.]js$|[/]src[/].*[.]tsx?$/ },
    handler(code, id) {
      if (id.includes('/node_modules/')) return { code: trim(code, unusedReact), map: null }
      const missing = findMissingImport(code)
      if (missing) this.error(`${missing} is left out of React, see scripts/unused-react.ts`)
      return null
    },
  },
}

/** The first name that a module imports although it is left out; undefined if there is none. */
export function findMissingImport(code: string): string | undefined {
  const imports = code.matchAll(/import \{([^}]*)\} from ['"]react(?:-dom(?:[/]client)?)?['"]/g)
  const names = [...imports].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  return names.find((name) => missingFromReact.includes(name))
}

type Range = { start: number; end: number }
type Source = {
  code: string
  program: ESTree.Program
  unused: Unused
  /** Replaces a part of the code because of an entry of the table. */
  replace(entry: string, part: Range, text: string): void
}

/** The code without what is unused; throws if an entry of the table is not in it. */
export function trim(code: string, unused: Unused): string {
  const edits: (Range & { text: string })[] = []
  const found = new Set<string>()
  const source: Source = {
    code,
    program: parseAst(code),
    unused,
    replace(entry, { start, end }, text) {
      found.add(entry)
      edits.push({ start, end, text })
    },
  }
  for (const replaceUnused of [replaceFunctions, replaceCases, replaceValues]) replaceUnused(source)
  const missing = entriesOf(unused).filter((entry) => !found.has(entry))
  if (missing.length > 0) throw new Error(`React has no longer: ${missing.join(', ')}`)

  let trimmed = ''
  let position = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    // It is part of what was replaced before.
    if (start < position) continue
    trimmed += code.slice(position, start) + text
    position = end
  }
  return trimmed + code.slice(position)
}

/** Replaces the bodies and the calls of functions, and removes statements. */
function replaceFunctions({ code, program, unused, replace }: Source): void {
  new Visitor({
    FunctionDeclaration({ id, body }) {
      const value = lookUp(unused.functions, id?.name)
      if (id && body && value !== undefined) replace(id.name, body, `{ return ${value} }`)
    },
    CallExpression(node) {
      const name = node.callee.type === 'Identifier' ? node.callee.name : undefined
      const value = lookUp(unused.functions, name)
      if (name && value !== undefined) replace(`a call of ${name}`, node, `(${value})`)
    },
    ExpressionStatement(node) {
      const beginning = unused.statements.find((text) => code.startsWith(text, node.start))
      if (beginning) replace(beginning, node, '')
    },
  }).visit(program)
}

/** Removes the labels of cases; what follows one is then reached from the case before it, or by nothing. */
function replaceCases({ code, program, unused, replace }: Source): void {
  const within: string[] = []
  const entryOf = (label: string, isTag: boolean): string | undefined => {
    if (isTag && unused.tags.includes(Number(label))) return `tag ${label}`
    return lookUp(unused.cases, within.at(-1))?.includes(label) ? `${within.at(-1)} ${label}` : undefined
  }
  new Visitor({
    FunctionDeclaration({ id }) {
      within.push(id?.name ?? '')
    },
    'FunctionDeclaration:exit'() {
      within.pop()
    },
    SwitchStatement({ discriminant, cases }) {
      const isTag = /(?:[.]|^)tag$/.test(textOf(discriminant, code))
      for (const [index, { test, consequent, start, end }] of cases.entries()) {
        const entry = test && entryOf(textOf(test, code), isTag)
        if (!entry) continue
        if (index > 0) replace(entry, { start, end: consequent[0]?.start ?? end }, '')
        else if (consequent.length === 0 || consequent.at(-1)?.type === 'ReturnStatement')
          replace(entry, { start, end }, '')
        else throw new Error(`The next case follows ${entry}`)
      }
    },
  }).visit(program)
}

/** Replaces comparisons and the reads of variables. */
function replaceValues({ code, program, unused, replace }: Source): void {
  /** Names that are assigned to, or that are of properties. */
  const notRead = new Set<unknown>()
  new Visitor({
    BinaryExpression(node) {
      const text = textOf(node, code).replace(/\s+/g, ' ')
      const value = lookUp(unused.expressions, text)
      if (value !== undefined) return replace(text, node, value)
      const [, tag = '', operator] = /^(\d+) (===|!==) (?:.*[.])?(?:tag|targetInst)$/.exec(text) ?? []
      if (operator && unused.tags.includes(Number(tag))) replace(`tag ${tag}`, node, operator === '===' ? '!1' : '!0')
    },
    AssignmentExpression({ left }) {
      notRead.add(left)
    },
    VariableDeclarator({ id }) {
      notRead.add(id)
    },
    MemberExpression({ property, computed }) {
      if (!computed) notRead.add(property)
    },
    Property({ key, computed }) {
      if (!computed) notRead.add(key)
    },
    Identifier(node) {
      const value = lookUp(unused.constants, node.name)
      if (value !== undefined && !notRead.has(node)) replace(node.name, node, value)
    },
  }).visit(program)
}

function entriesOf({ functions, tags, cases, constants, expressions, statements }: Unused): string[] {
  return [
    ...[functions, constants, expressions].flatMap(Object.keys),
    ...tags.map((tag) => `tag ${tag}`),
    ...Object.entries(cases).flatMap(([name, labels]) => labels.map((label) => `${name} ${label}`)),
    ...statements,
  ]
}

const textOf = ({ start, end }: Range, code: string) => code.slice(start, end)

function lookUp<T>(table: Readonly<Record<string, T>>, name = ''): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
