import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Plugin, parseAst } from 'vite'

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
    filter: { id: /\/src\/web\/.*\.tsx?$/, code: /\/contract\// },
    async handler(code, id) {
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

/** The endpoints that a contract file exports, each as the source of an object with the `inlinedProperties`. */
async function readEndpoints(file: string): Promise<Map<string, string>> {
  const source = await readFile(file, 'utf8')
  const endpoints = new Map<string, string>()
  for (const statement of parseAst(source, { lang: 'ts' }).body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') continue
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') continue
      const [declaration] = init.arguments
      if (declaration?.type !== 'ObjectExpression') throw new Error(`${file}: ${id.name} is not an object literal`)
      const properties = declaration.properties.flatMap((property) => {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
        const { name } = property.key
        if (!inlinedProperties.has(name)) return []
        if (property.value.type !== 'Literal') throw new Error(`${file}: ${name} of ${id.name} is not a literal`)
        // The browser only needs to know that a 404 is declared.
        return [name === 'notFound' ? 'notFound: true' : `${name}: ${property.value.raw}`]
      })
      for (const name of ['method', 'path'])
        if (!properties.some((property) => property.startsWith(`${name}:`)))
          throw new Error(`${file}: ${id.name} has no literal ${name} of its own`)
      endpoints.set(id.name, `{ ${properties.join(', ')} }`)
    }
  }
  return endpoints
}
