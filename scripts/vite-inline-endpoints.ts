import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, parseAst } from 'vite'
import type { Endpoint } from '../src/contract/platform/endpoint.ts'

const contract = path.resolve('src/contract')
/** The properties of a declaration that `call.ts` reads in the browser. */
const inlinedProperties = new Set(['method', 'path', 'list', 'notFound'])

/**
 * Replaces imports of endpoints from `src/contract` by constants with the properties that a call needs, like `const enum`.
 * The declarations refer to schemas, and public pages must not load zod.
 */
export const inlineEndpoints: Plugin = {
  name: 'inline-endpoints',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    order: 'post',
    filter: { id: /\/src\/(?:web|contract)\/.*\.tsx?$/ },
    async handler(code, id) {
      if (id.startsWith(contract + path.sep)) return withoutEndpoints(code, await readEndpoints(id))
      if (!code.includes('/contract/')) return null
      let changed = code
      // In reverse, so that the remaining offsets stay valid.
      for (const statement of parseAst(code).body.toReversed()) {
        if (statement.type !== 'ImportDeclaration') continue
        const file = path.resolve(path.dirname(id), String(statement.source.value))
        if (!file.startsWith(contract + path.sep)) continue
        this.addWatchFile(file)
        const endpoints = await readEndpoints(file)
        const inlined: string[] = []
        const imported: string[] = []
        for (const specifier of statement.specifiers) {
          if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier')
            throw new Error(`${id}: import endpoints by name`)
          const { name } = specifier.imported
          const found = endpoints.get(name)
          if (found) inlined.push(`const ${specifier.local.name} = ${found};`)
          else imported.push(`${name} as ${specifier.local.name}`)
        }
        if (inlined.length === 0) continue
        const rest = imported.length > 0 ? `import { ${imported.join(', ')} } from ${statement.source.raw};` : ''
        changed = changed.slice(0, statement.start) + rest + inlined.join('') + changed.slice(statement.end)
      }
      return changed === code ? null : { code: changed, map: null }
    },
  },
}

/** Removes the declarations, which no import refers to once it is inlined, so that the functions that make them go as well. */
function withoutEndpoints(code: string, endpoints: Map<string, string>) {
  let changed = code
  for (const statement of parseAst(code).body.toReversed()) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    const [declared] = statement.declaration.declarations
    if (declared?.id.type !== 'Identifier' || !endpoints.has(declared.id.name)) continue
    changed = changed.slice(0, statement.start) + changed.slice(statement.end)
  }
  return changed === code ? null : { code: changed, map: null }
}

type Group = Record<string, Endpoint>

/** The endpoints that a contract file exports, alone or as a group, each as the source of an object with the `inlinedProperties`. */
async function readEndpoints(file: string): Promise<Map<string, string>> {
  const exported = Object.entries((await import(pathToFileURL(file).href)) as object)
  return new Map(
    exported.flatMap(([name, value]: [string, unknown]) => {
      if (isEndpoint(value)) return [[name, JSON.stringify(inlined(value))]]
      if (isGroup(value)) return [[name, JSON.stringify(inlinedGroup(value))]]
      return []
    }),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'responses' in value
}

function isGroup(value: unknown): value is Group {
  if (typeof value !== 'object' || value === null) return false
  const values = Object.values(value)
  return values.length > 0 && values.every(isEndpoint)
}

const inlinedGroup = (group: Group) =>
  Object.fromEntries(Object.entries(group).map(([name, each]) => [name, inlined(each)]))

/** The browser only needs to know that a 404 is declared. */
const inlined = (value: Endpoint) =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => inlinedProperties.has(name))
      .map(([name, each]) => [name, name === 'notFound' ? true : each]),
  )
